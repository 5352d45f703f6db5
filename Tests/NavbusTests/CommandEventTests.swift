import EventBus
import Foundation
import NavigationEvents
import TestSupport
import Testing

/// Commands, from their sender to a replayed recording, with real processes.
@Suite(.serialized) struct CommandEventTests {
    private static let timeout = Duration.seconds(20)
    private static let text = SpokenText(text: "Mind the gap.", voice: "en-GB")

    @Test func `a command is received, tapped, recorded, replayed and exported`() throws {
        let run = try SupervisedRun()
        let recording = run.folder.path + "/asked.mcap"
        let bus = try run.start(controls: [])
        #expect(eventually { run.status() != nil })
        let navbus = { (arguments: [String]) in try BuiltProgram.navbus.run(arguments, environment: run.environment) }
        let tap = try BuiltProgram.navbus.start(["tap", "--only", "command"], environment: run.environment)
        let recorder = try BuiltProgram.navbus.start(["record", recording], environment: run.environment)
        #expect(eventually { run.control("tap") != nil && run.control("recorder") != nil })
        let endpoint = try #require(run.environment["NAVBUS_ENDPOINT"])

        let asker = try BusClient(requests: endpoint)
        let error = #expect(throws: BusError.self) { try asker.request(.mute(.main, true), timeout: Self.timeout) }
        #expect(error?.description.contains("no control in session \"main\"") == true, "taps do not carry out commands")

        let control = try Self.control(endpoint)
        let requests: [Request] = [.mute(.main, true), .say(.main, Self.text), .turnPage(.main, .next)]
        for request in requests { #expect(try asker.request(request, timeout: Self.timeout) == .done) }
        let heard = try Self.actions(control, count: 3)
        #expect(heard == [.mute(true), .say(Self.text), .turnPage(.next)])
        #expect(tap.wait { $0.output.split(separator: "\n").count == 3 })
        #expect(tap.output.contains("onCommand") && tap.output.contains("say  Mind the gap., muted"))
        for program in [tap, recorder, bus] {
            program.signal(SIGTERM)
            let outcome = program.wait()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }

        #expect(try navbus(["info", recording]).output.contains("onCommand 3"))
        #expect(try navbus(["export", recording, "--jsonl"]).output.contains("\"say\":{\"text\":\"Mind the gap.\""))
        let replay = try BuiltProgram.navbus.start(
            ["replay", recording, "--speed", "max", "--wait", "1", "--run-folder", run.runFolder],
            environment: run.environment)
        let follower = try Self.control(endpoint)
        #expect(try Self.actions(follower, count: 3) == heard, "the replay repeats the commands in order")
        replay.signal(SIGTERM)
        _ = replay.wait()
    }

    @Test func `a tap ends with its reader, also without an event`() throws {
        let run = try SupervisedRun()
        let bus = try run.start(controls: [])
        #expect(eventually { run.status() != nil })
        let pipeline = try BuiltProgram(url: URL(filePath: "/bin/bash")).start(
            ["-c", "'\(BuiltProgram.navbus.url.path)' tap --only command | true; echo ${PIPESTATUS[0]}"],
            environment: run.environment)
        let outcome = pipeline.wait(seconds: 20)
        #expect(outcome.output == "0\n", "\(outcome.errors)")
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
    }

    /// A control that carries out commands.
    private static func control(_ endpoint: String) throws -> BusClient {
        let client = try BusClient(requests: endpoint)
        let hello = Hello(control: "voice", topics: [.onCommand], processID: getpid(), acceptsCommands: true)
        _ = try client.join(hello, timeout: timeout)
        try client.sendHeartbeat(ControlVitals(control: "voice", processID: getpid()))
        // The answer shows that the bus has handled the earlier messages.
        _ = try client.request(.status, timeout: timeout)
        return client
    }

    private static func actions(_ client: BusClient, count: Int) throws -> [ControlAction] {
        var heard: [ControlAction] = []
        while heard.count < count, let delivery = try client.next(timeout: timeout) {
            guard case .event(let envelope) = delivery, case .command(let command) = envelope.event else { continue }
            if let action = command.action { heard.append(action) }
        }
        return heard
    }
}
