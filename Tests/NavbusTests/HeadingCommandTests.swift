import EventBus
import Foundation
import NavigationEvents
import Positions
import TestSupport
import Testing

/// Headings, from the command that sends them to a replayed recording, with real processes.
@Suite(.serialized) struct HeadingCommandTests {
    private static let timeout = Duration.seconds(20)

    private static func fix(_ second: Int64) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: (1_780_000_000 + second) * 1_000_000_000),
            position: Coordinate(latitudeDegrees: 49.4122 + Double(second) * 1e-5, longitudeDegrees: 8.7101))
    }

    @Test func `a heading is received, tapped, recorded, replayed and part of the next fix`() throws {
        let run = try SupervisedRun()
        let recording = run.folder.path + "/headings.mcap"
        let bus = try run.start(controls: [])
        #expect(eventually { run.status() != nil })
        let navbus = { (arguments: [String]) in try BuiltProgram.navbus.run(arguments, environment: run.environment) }
        let early = try navbus(["heading", "87.5"])
        #expect(early.exitCode == 76 && early.errors.contains("there is no position yet"), "\(early)")

        let tap = try BuiltProgram.navbus.start(["tap", "--only", "heading"], environment: run.environment)
        let recorder = try BuiltProgram.navbus.start(["record", recording], environment: run.environment)
        let witness = try BuiltProgram("navbus-witness").start([], environment: run.environment)
        #expect(eventually { ["tap", "recorder", "witness"].allSatisfy { run.control($0) != nil } })
        let endpoint = try #require(run.environment["NAVBUS_ENDPOINT"])
        let source = try BusClient(requests: endpoint)
        #expect(try source.request(.position(.main, Self.fix(0)), timeout: Self.timeout) == .done)
        #expect(witness.wait { $0.output.contains("gps ") })
        let sent = try navbus(["heading", "87.5", "--accuracy", "5", "--source", "hat"])
        #expect(sent.exitCode == 0 && sent.output.hasPrefix("sent to session main: heading "), "\(sent)")
        #expect(try navbus(["heading", "100", "--magnetic"]).exitCode == 0)
        #expect(try source.request(.position(.main, Self.fix(1)), timeout: Self.timeout) == .done)
        #expect(witness.wait { $0.output.contains("heading 87.5 hat") && $0.output.contains("navbus heading") })
        #expect(tap.wait { $0.output.split(separator: "\n").count == 2 })
        #expect(tap.output.contains("onHeading") && tap.output.contains("87.5°  ±5.0°  hat"), "\(tap.output)")
        #expect(tap.output.contains("declination 3.") || tap.output.contains("declination 4."), "\(tap.output)")
        for program in [tap, recorder, witness, bus] {
            program.signal(SIGTERM)
            let outcome = program.wait()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }

        #expect(try navbus(["info", recording]).output.contains("onHeading 2"))
        let lines = try navbus(["export", recording, "--jsonl"]).output
        #expect(lines.contains("\"heading\":{\"timeNanoseconds\":") && lines.contains("\"source\":\"hat\""))
        #expect(lines.contains("\"headingDegrees\":10"), "the second fix has it")
        let replay = try BuiltProgram.navbus.start(
            ["replay", recording, "--speed", "max", "--wait", "1", "--run-folder", run.runFolder],
            environment: run.environment)
        let follower = try BusClient(requests: endpoint)
        _ = try follower.join(
            Hello(control: "follower", topics: [.onHeading], processID: getpid()), timeout: Self.timeout)
        // The replay waits for subscribers with heartbeats, so none misses the first event.
        try follower.sendHeartbeat(ControlVitals(control: "follower", processID: getpid()))
        _ = try follower.request(.status, timeout: Self.timeout)
        var replayed: [String] = []
        while replayed.count < 2, let delivery = try follower.next(timeout: Self.timeout) {
            if case .event(let envelope) = delivery, case .heading(let heading) = envelope.event {
                replayed.append(heading.source)
            }
        }
        #expect(replayed == ["hat", "navbus heading"])
        replay.signal(SIGTERM)
        _ = replay.wait()
    }

    @Test func `a compass program is piped in, and bad lines are reported`() throws {
        let run = try SupervisedRun()
        let bus = try run.start(controls: [])
        #expect(eventually { run.status() != nil })
        let endpoint = try #require(run.environment["NAVBUS_ENDPOINT"])
        let source = try BusClient(requests: endpoint)
        #expect(try source.request(.position(.main, Self.fix(0)), timeout: Self.timeout) == .done)
        let listener = try BusClient(requests: endpoint)
        _ = try listener.join(Hello(control: "", topics: [.onHeading], processID: getpid()), timeout: Self.timeout)
        let shell = BuiltProgram(url: URL(filePath: "/bin/sh"))
        let command =
            #"printf '87.5\nnorth\n\n90 5\r\n361\n12 x\n359.5' | "$0" heading - --source pipe; echo "ended with $?""#
        let piped = try shell.run(["-c", command, BuiltProgram.navbus.url.path], environment: run.environment)
        #expect(piped.lines == ["ended with 0"])
        let errors = piped.errors.split(separator: "\n").map(String.init)
        #expect(errors.count == 3, "\(piped.errors)")
        #expect(piped.errors.contains("line 2 is skipped: \"north\" is no heading"))
        #expect(piped.errors.contains("line 5 is skipped: \"361\" is no heading"))
        #expect(piped.errors.contains("line 6 is skipped: \"x\" is no standard deviation"))
        var heard: [Double] = []
        while heard.last != 359.5, let delivery = try listener.next(timeout: Self.timeout) {
            if case .event(let envelope) = delivery, case .heading(let heading) = envelope.event {
                heard.append(heading.degrees)
            }
        }
        #expect(heard == [87.5, 90, 359.5])
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
        let alone = try shell.run(
            ["-c", #"echo 87.5 | "$0" heading -"#, BuiltProgram.navbus.url.path], environment: run.environment)
        #expect(alone.exitCode == 69, "\(alone)")
    }

    @Test(
        arguments: [
            "400", "360", "-0.5", "-0", "+9", "nan", "0x10", "1e2", ".5", "5.", "1.2.3", "north", "87,5", "1 2 3",
            "12 -1",
            "12 nan", "12 1e308", "12 181", "",
        ])
    func `a text that is no heading is refused`(text: String) {
        let problem = #expect(throws: HeadingLine.Problem.self) { try HeadingLine(text) }
        #expect(problem?.description.contains("write degrees") == true)
    }

    @Test func `a line has degrees and an optional standard deviation`() throws {
        #expect(try HeadingLine("87.5").degrees == 87.5)
        #expect(try HeadingLine(" 87.5\t5 \r").accuracyDegrees == 5)
        #expect(try HeadingLine("0").accuracyDegrees == nil)
    }

    /// Standard input is a folder, or closed.
    @Test(arguments: ["< /tmp", "<&-"]) func `input that cannot be read is an error`(redirection: String)
        throws
    {
        let shell = BuiltProgram(url: URL(filePath: "/bin/sh"))
        let outcome = try shell.run(["-c", #""$0" heading - \#(redirection)"#, BuiltProgram.navbus.url.path])
        #expect(outcome.exitCode == 66 && outcome.errors.contains("failed to read standard input: "), "\(outcome)")
    }

    @Test func `wrong usage is reported before anything is sent`() throws {
        for arguments in [
            ["heading"], ["heading", "361"], ["heading", "0x10"], ["heading", "1", "--accuracy=-1"],
            ["heading", "1", "--accuracy", "1e308"], ["heading", "1", "--source", ""],
            ["heading", "1", "--source", "\u{1B}[2J"], ["heading", "1", "--source", "a\n[[compass]]"],
        ] {
            let outcome = try BuiltProgram.navbus.run(arguments)
            #expect(outcome.exitCode == 64, "\(arguments) \(outcome)")
        }
    }
}
