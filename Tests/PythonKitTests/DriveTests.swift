import Foundation
import TestSupport
import Testing

/// Controls in Python on a real bus, along the first drive.
@Suite(.serialized) struct DriveTests {
    @Test func `controls in Python follow a drive, also a late one and an observer`() throws {
        let kit = try PythonKit()
        let tap = try PythonKit.control("csv-tap").start(["\(kit.folder.path)/drive.csv"], environment: kit.environment)
        let drive = try kit.drive(controls: ["led-strip"], speed: 60)
        try #require(drive.wait { $0.output.contains("led-strip  ....") }, "\(drive.output)\(drive.errors)")
        let late = try PythonKit.control("event-log").start([], environment: kit.environment)
        #expect(late.wait { $0.output.contains("guidance") }, "\(late.errors)")

        #expect(late.wait { $0.output.contains("stopped") }, "\(late.errors)")
        let lines = late.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("started    valhalla, 8.0 km") == true, "\(lines.prefix(3))")
        #expect(lines.contains { $0.hasPrefix("guidance   in 40 m: destination right, Am Hackteufel") })
        #expect(tap.wait { _ in kit.text("drive.csv").contains("\n,stopped,") }, "\(tap.errors)")
        for program in [late, tap, drive] {
            program.signal(program === drive ? SIGINT : SIGTERM)
            #expect(program.wait().exitCode == 0, "\(program.errors)")
        }
        // A left turn in the middle, lanes, and all LEDs off at the end.
        let light = drive.output.split(separator: "\n").filter { $0.hasPrefix("led-strip  ") }.map { $0.dropFirst(11) }
        #expect(light.contains { $0.hasPrefix("gggggggggggg") })
        #expect(light.contains { $0.contains("x.o") || $0.contains("o.x") })
        #expect(light.last == "........................")
        let times = Self.times(in: kit.text("drive.csv"))
        #expect(times.count > 500)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "in order")
    }

    @Test func `after the death of the bus, controls join its successor and get every event once`() throws {
        let kit = try PythonKit()
        // The Python kit must receive the same events as the Swift kit.
        let witness = try BuiltProgram.navbus.start(["tap", "--only", "navigation"], environment: kit.environment)
        let tap = try PythonKit.control("csv-tap").start(["\(kit.folder.path)/drive.csv"], environment: kit.environment)
        let isWaiting = { (program: RunningProgram) in program.errors.contains("waiting for a bus") }
        try #require(witness.wait(until: isWaiting) && tap.wait(until: isWaiting), "\(witness.errors)\(tap.errors)")
        let drive = try kit.drive(controls: ["event-log"], speed: 60)
        try #require(tap.wait { _ in Self.times(in: kit.text("drive.csv")).count > 20 }, "\(tap.errors)")
        let bus = try #require(Self.child(of: drive.processID, named: "navbus-bus"))
        kill(bus, SIGKILL)

        #expect(tap.wait { _ in kit.text("drive.csv").contains("\n,stopped,") }, "\(tap.errors)\(drive.errors)")
        #expect(Self.child(of: drive.processID, named: "navbus-bus") != bus)
        let text = kit.text("drive.csv")
        let times = Self.times(in: text)
        #expect(witness.wait { $0.lines == times.count }, "each moment once")
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "in order")
        #expect(text.components(separatedBy: ",started,").count == 2, "navigation was started once")
        #expect(text.components(separatedBy: "\n,stopped,").count == 2, "and stopped once")
        drive.signal(SIGINT)
        #expect(drive.wait().exitCode == 0)
        for program in [tap, witness] {
            program.signal(SIGTERM)
            #expect(program.wait().exitCode == 0, "\(program.errors)")
        }
    }

    @Test func `a setting of the configuration reaches the control`() throws {
        let kit = try PythonKit()
        defer { withExtendedLifetime(kit) {} }
        let run = try Self.strip(kit, "leds = 10")
        #expect(run.wait { $0.output.contains("led-strip  ..........\n") }, "\(run.output)\(run.errors)")
        run.signal(SIGINT)
        #expect(run.wait().exitCode == 0, "\(run.errors)")
    }

    @Test(arguments: [
        ("leds = 3", #"failed to use the setting "leds": 3 must lie between 4 and 300"#, 78),
        ("brightness = 1.5", #"failed to use the setting "brightness": 1.5 must lie between 0 and 1"#, 78),
        ("output = \"serial\"\ndevice = \"/dev/null\"", "failed to open the device: /dev/null is no serial device", 74),
    ])
    func `a wrong setting or device ends the control with an exit code and a message`(
        settings: String, sentence: String, code: Int
    ) throws {
        let kit = try PythonKit()
        defer { withExtendedLifetime(kit) {} }
        let run = try Self.strip(kit, settings)
        #expect(run.wait { $0.errors.contains(sentence) }, "\(run.errors)")
        #expect(run.wait { $0.errors.contains("exit code \(code)") }, "\(run.errors)")
        // The drive continues without the control.
        run.signal(SIGINT)
        #expect(run.wait().exitCode == 0, "\(run.errors)")
        #expect(!run.errors.contains("Traceback"))
    }

    /// The recorded drive at its own speed, with only the LED strip and these settings.
    private static func strip(_ kit: PythonKit, _ settings: String) throws -> RunningProgram {
        let profile = try kit.folder.write(
            """
            controls = ["led-strip"]
            [source]
            kind = "nmea"
            path = "\(PythonKit.package.path)/examples/first-drive/drive.nmea"
            [led-strip]
            \(settings)
            """, to: "strip.toml")
        var environment = kit.environment
        environment["NAVBUS_ENDPOINT"] = nil
        return try BuiltProgram.navbus.start(["run", "--config", profile], environment: environment)
    }

    @Test func `the LED strip passes the conformance test`() throws {
        let kit = try PythonKit()
        var environment = kit.environment
        environment["NAVBUS_ENDPOINT"] = nil
        let exam = try BuiltProgram.navbus.start(
            ["control", "check", "\(PythonKit.path)/controls/led-strip"], environment: environment
        ).wait(seconds: 150)
        #expect(exam.exitCode == 0, "\(exam.output)\(exam.errors)")
    }

    /// The times of the guidance events, seconds.
    private static func times(in rows: String) -> [Double] {
        rows.split(separator: "\n").compactMap { row in
            let columns = row.split(separator: ",", omittingEmptySubsequences: false)
            return columns.count > 1 && columns[1] == "navigation" ? Double(columns[0]) : nil
        }
    }

    /// A child process of another process.
    private static func child(of parent: Int32, named name: String) -> Int32? {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap { Int32($0) }.first { number in
            guard let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else {
                return false
            }
            return status.contains("(\(name))") && status.contains(" \(parent) ")
        }
    }
}

extension RunningProgram {
    /// Number of lines in its output.
    fileprivate var lines: Int { output.utf8.count { $0 == UInt8(ascii: "\n") } }
}
