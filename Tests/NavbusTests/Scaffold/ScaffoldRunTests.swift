import Foundation
import TestSupport
import Testing

/// From an empty folder to a control that passes the conformance test, with the commands that `navbus control new`
/// prints.
@Suite(.serialized) struct ScaffoldRunTests {
    private let checkout: ExampleCheckout
    private let folder: TemporaryFolder

    init() throws {
        checkout = try ExampleCheckout()
        folder = try TemporaryFolder()
    }

    @Test func `a new control in C passes the conformance test`() throws {
        let commands = try made("c")
        try run(commands[1], expecting: "passed")
        try drives(commands)
        // The doctor runs every control with this option.
        try run("./turn-lamp --version", expecting: "turn-lamp ")
        // With the sanitizers, a memory error ends the control, which fails the conformance test. The sanitizers need
        // more memory than the manifest allows.
        try run("sed -i /memoryMegabytes/d plugin.toml && make sanitized", expecting: "-fsanitize=address,undefined")
        try passesConformanceTest(commands)
    }

    @Test func `a new control in Python passes the conformance test`() throws {
        let commands = try made("python")
        try run(commands[1], expecting: "OK")
        try passes(commands)
    }

    /// Two lines of shell report nothing, so no test can observe their announcements.
    @Test(arguments: [("shell", "lossless"), ("node", "announcer, lossless"), ("go", "announcer, lossless")])
    func `a new control that reads lines passes the conformance test`(language: String, grades: String) throws {
        let commands = try made(language)
        try run(commands[1], expecting: "")
        try run(commands[2], expecting: "; grade: \(grades); ")
        try drives(commands)
    }

    /// The kit is built in the folder of the Swift example, once, since that takes minutes.
    @Test func `a new control in Swift passes the conformance test outside the repository`() throws {
        let commands = try made("swift", "--navbus", checkout.path)
        #expect(commands[1] == "swift build && swift test")
        try FileManager.default.createDirectory(atPath: checkout.swiftBuild, withIntermediateDirectories: true)
        let build = commands[1].replacing(/swift (build|test)/) {
            "swift \($0.1) --scratch-path '\(checkout.swiftBuild)'"
        }
        try run(build, expecting: "passed after")
        // The path of the executable in the manifest.
        try run("mkdir -p .build/debug && cp '\(checkout.swiftBuild)/debug/turn-lamp' .build/debug/", expecting: "")
        try passes(commands)
    }

    /// Its decoder is tested with every sample of the contract, also cut and with each byte changed, and a control in C++
    /// with both libraries.
    @Test func `libnavbus passes its tests and reads every sample of the contract`() throws {
        let library = checkout.file("libnavbus"), samples = checkout.file("Tests/Samples/v1")
        let outcome = try sh("make -f '\(library)/Makefile' test SAMPLES='\(samples)'", in: folder.path)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("samples read\npassed\n"), "\(outcome.output)")
        #expect(outcome.lines.filter { $0.hasPrefix("printer ") }.count == 2, "\(outcome.output)")
    }

    @Test func `a new control in C is built with an installed libnavbus`() throws {
        _ = try made("c")
        let make = "make -f '\(checkout.file("libnavbus"))/Makefile' install PREFIX='\(folder.path)/usr'"
        let installed = try sh(make, in: folder.path)
        try #require(installed.exitCode == 0, "\(installed.output)\(installed.errors)")
        // No navbus is on the path.
        let build = "PKG_CONFIG_PATH='\(folder.path)/usr/lib/pkgconfig' PATH=/usr/bin:/bin make"
        try run("\(build) test", expecting: "passed")
        try run("./turn-lamp --version", expecting: "turn-lamp ")
    }

    @Test func `without a compiler the Makefile names the packages to install`() throws {
        _ = try made("c")
        let outcome = try sh("make CC=no-such-compiler")
        #expect(outcome.exitCode != 0)
        #expect(outcome.errors.contains("there is no C compiler (no-such-compiler): apt install gcc"))
    }

    /// Creates a control and returns the printed next commands.
    private func made(_ language: String, _ options: String...) throws -> [String] {
        let outcome = try BuiltProgram.navbus.run(
            ["control", "new", "turn-lamp", "--language", language, "--into", folder.path] + options,
            environment: checkout.environment)
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let commands = outcome.lines.filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
        try #require(commands.count == 4)
        #expect(commands[0] == "cd \(folder.path)/turn-lamp")
        return commands
    }

    private func passes(_ commands: [String]) throws {
        try passesConformanceTest(commands)
        try drives(commands)
    }

    private func passesConformanceTest(_ commands: [String]) throws {
        try run(commands[2], expecting: "; grade: announcer, lossless; ")
    }

    /// The recorded drive of navbus.
    private func drives(_ commands: [String]) throws {
        try run("\(commands[3]) --speed max", expecting: "turn-lamp  stopped")
    }

    private func run(_ command: String, expecting words: String) throws {
        let outcome = try sh(command)
        #expect(outcome.exitCode == 0, "\(command): \(outcome.output)\(outcome.errors)")
        #expect(words.isEmpty || outcome.output.contains(words) || outcome.errors.contains(words), "\(outcome.output)")
    }

    /// Runs a command in a folder, by default that of the new control.
    private func sh(_ command: String, in place: String? = nil) throws -> BuiltProgram.Outcome {
        let python = URL(filePath: PythonInterpreter.path).deletingLastPathComponent().path
        var environment = checkout.environment
        environment["PATH"] = "\(python):\(environment["PATH"] ?? "")"
        return try BuiltProgram(url: URL(filePath: "/bin/sh"))
            .start(["-c", "cd '\(place ?? "\(folder.path)/turn-lamp")' && \(command)"], environment: environment).wait(
                seconds: 600)
    }
}
