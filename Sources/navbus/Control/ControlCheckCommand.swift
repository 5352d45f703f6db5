import Launcher
import CommandOutput
import NavigationEvents
import ArgumentParser
import ControlConformance
import Glibc
import Platform

/// `navbus control check`
struct ControlCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Test a control, in any language, against the contract.",
        discussion: """
            Starts the control once for each case, on a simulated bus, and prints a line for each case as it ends. The \
            last line names the grade of the control: listener, display, announcer, lossless. The exit code is 0 if no \
            case failed, and 1 if one failed or a grade that the manifest claims is not reached. The test takes about \
            25 seconds, or up to 60 if many cases fail.
            """)

    @Argument(help: "Folder of the control, with its plugin.toml, or its executable.")
    var control: String?

    @Argument(parsing: .postTerminator, help: "Arguments for the control, after --.")
    var arguments: [String] = []

    @Option(
        help: ArgumentHelp(
            "A setting that overrides the default of the manifest; may be repeated.", valueName: "key=value"))
    var set: [String] = []

    @Option(help: ArgumentHelp("Only this case; may be given several times.", valueName: "case"))
    var only: [String] = []

    @Option(help: ArgumentHelp("Also write the result to a file as JUnit XML.", valueName: "file"))
    var junit: String?

    @Option(help: ArgumentHelp("Also write a badge with the grade to a file, as SVG.", valueName: "file"))
    var badge: String?

    @Flag(help: "List the cases with their clauses of the contract, and end.")
    var list = false

    @Flag(help: "Keep the folder of the test, with the output of the control in each case.")
    var keep = false

    func validate() throws {
        if control == nil, !list {
            throw ValidationError(
                "Missing expected argument '<control>': a folder with a plugin.toml, or an executable")
        }
        if badge != nil, !only.isEmpty {
            throw ValidationError("--badge needs all cases: a test with --only determines no grade")
        }
    }

    func run() async throws {
        guard let control, !list else { return showCases() }
        let file = try junit.map(ResultFile.init)
        let badgeFile = try badge.map(ResultFile.init)
        do {
            let subject = try TestedControl(path: control, arguments: arguments, settings: set)
            let report = try await runTest(ConformanceTest(of: subject, only: only, isKept: keep))
            Output.lines(report.conclusion)
            try file?.write(report.junit)
            try badgeFile?.write(report.badge)
            guard !report.isBroken else { throw ExitStatus.systemError.code }
            guard report.isPassed else { throw ExitStatus.negative.code }
        } catch let error as ConformanceError {
            Output.error("\(Style.error.red("navbus:")) failed to \(error)")
            throw Self.status(of: error).code
        }
    }

    /// Runs the conformance test. An interrupt ends it, with all processes that it has started.
    private func runTest(_ exam: ConformanceTest) async throws -> ConformanceReport {
        let width = ConformanceTest.cases.map(\.name.count).max() ?? 0
        let progress = CheckProgress(nameWidth: width)
        let testTask = Task { try await exam.run(started: progress.start, progress.end) }
        let interrupts = Interrupts()
        let watch = Task {
            for await _ in interrupts.signals { testTask.cancel() }
        }
        defer {
            watch.cancel()
            interrupts.cancel()
        }
        return try await testTask.value
    }

    private func showCases() {
        let width = ConformanceTest.cases.map(\.name.count).max() ?? 0
        for examCase in ConformanceTest.cases {
            let name = examCase.name + String(repeating: " ", count: width - examCase.name.count)
            Output.line("\(name)  \(examCase.page) \(examCase.rule): \(examCase.clause)")
        }
    }

    private static func status(of error: ConformanceError) -> ExitStatus {
        switch error {
        case .noControl, .noExecutable, .manifest: .noInput
        case .setting, .noCase: .usage
        case .interrupted, .system: .systemError
        }
    }
}

/// The file of the result. It is emptied at the start, so that an interrupted test leaves no old result.
private struct ResultFile {
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws(OutputFailure) {
        self.path = path
        // Without O_NONBLOCK, opening a named pipe without a reader would block forever.
        descriptor = PrivateFile.open(path, O_WRONLY | O_TRUNC | O_NONBLOCK)
        guard descriptor >= 0, fcntl(descriptor, F_SETFL, 0) == 0 else {
            throw OutputFailure(number: errno, target: path)
        }
    }

    func write(_ text: String) throws(OutputFailure) {
        if var failure = Output.write(text, to: descriptor) {
            failure.target = path
            throw failure
        }
        guard close(descriptor) == 0 else { throw OutputFailure(number: errno, target: path) }
    }
}
