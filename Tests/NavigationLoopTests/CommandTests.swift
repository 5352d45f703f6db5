import EventBus
import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("Commands, with a bus process")
struct CommandTests {
    private static let patience = Duration.seconds(20)

    @Test func `commands are published as events and a late joiner receives only the state`()
        async throws
    {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        try await onThread {
            let speech = try Self.control(plan)
            let asker = try BusClient(requests: plan.endpoints.requests)
            let text = SpokenText(text: "Mind the gap.", voice: "en-GB", rate: 0.4)
            for request in [
                Request.mute(.main, true), .say(.main, text), .verbosity(.main, .alerts), .turnPage(.main, .to(3)),
                .playback(.main, .pause),
            ] {
                #expect(try asker.request(request, timeout: Self.patience) == .done)
            }
            let heard = try Self.commands(speech, count: 5)
            #expect(
                heard == [
                    ControlCommand(action: .mute(true), isMuted: true),
                    ControlCommand(action: .say(text), isMuted: true),
                    ControlCommand(action: .verbosity(.alerts), isMuted: true, verbosity: .alerts),
                    ControlCommand(action: .turnPage(.to(3)), isMuted: true, verbosity: .alerts),
                    ControlCommand(action: .playback(.pause), isMuted: true, verbosity: .alerts),
                ])
            let late = try Self.commands(Self.control(plan, "late"), count: 1)
            #expect(late == [ControlCommand(isMuted: true, verbosity: .alerts)])
        }
        bus.kill()
    }

    @Test func `after a restart the bus keeps the state of commands and repeats no action`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let first = try BusProcess(plan)
        let rider = try #require(Session("rider"))
        try await onThread {
            let speech = try Self.control(plan)
            let asker = try BusClient(requests: plan.endpoints.requests)
            #expect(try asker.request(.openSession(rider), timeout: Self.patience) == .done)
            let riders = try Self.control(plan, "riders", session: rider)
            #expect(try asker.request(.mute(.main, true), timeout: Self.patience) == .done)
            #expect(try asker.request(.verbosity(rider, .silent), timeout: Self.patience) == .done)
            #expect(try asker.request(.repeatAnnouncement(.main), timeout: Self.patience) == .done)
            #expect(try Self.commands(speech, count: 2).map(\.action) == [.mute(true), .repeatAnnouncement])
            #expect(try Self.commands(riders, count: 1).map(\.action) == [.verbosity(.silent)])
            first.kill()
            let second = try BusProcess(plan)
            #expect(try Self.commands(Self.control(plan, "late"), count: 1) == [ControlCommand(isMuted: true)])
            let late = try Self.commands(Self.control(plan, "late", session: rider), count: 1)
            #expect(late == [ControlCommand(verbosity: .silent)])
            // A subscriber of the killed bus continues with the next event.
            #expect(try asker.request(.calibrate(.main), timeout: Self.patience) == .done)
            #expect(try Self.commands(speech, count: 1) == [ControlCommand(action: .calibrate, isMuted: true)])
            second.kill()
        }
    }

    @Test
    func `a command is refused without a control that accepts commands, and after it has left`()
        async throws
    {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        try await onThread {
            let asker = try BusClient(requests: plan.endpoints.requests)
            try Self.expectRefusal(.unavailable, asker, .mute(.main, true))
            let tap = try BusClient(requests: plan.endpoints.requests)
            _ = try tap.join(Hello(control: "tap", topics: Topic.allCases, processID: getpid()), timeout: Self.patience)
            try Self.expectRefusal(.unavailable, asker, .say(.main, SpokenText(text: "Hello.")))
            let speech = try Self.control(plan)
            #expect(try asker.request(.mute(.main, true), timeout: Self.patience) == .done)
            try Self.expectRefusal(.malformed, asker, .say(.main, SpokenText(text: " \n")))
            try Self.expectRefusal(.malformed, asker, .say(.main, SpokenText(text: "Hello.", rate: .nan)))
            try Self.expectRefusal(.malformed, asker, .say(.main, SpokenText(text: "Hello.", pitchMultiplier: 3)))
            try Self.expectRefusal(
                .malformed, asker, .say(.main, SpokenText(text: String(repeating: "la", count: 5000))))
            try Self.expectRefusal(.malformed, asker, .verbosity(.main, .unknown))
            try Self.expectRefusal(.malformed, asker, .playback(.main, .unknown))
            try Self.expectRefusal(.malformed, asker, .turnPage(.main, .to(0)))
            try Self.expectRefusal(.noSuchSession, asker, .mute(#require(Session("nobody")), true))
            _ = try speech.report(ControlReport(control: "speech", kind: .leaving))
            let deadline = MonotonicInstant.now.seconds + 20
            var isTaken = true
            while isTaken, MonotonicInstant.now.seconds < deadline {
                isTaken = (try? asker.request(.calibrate(.main), timeout: Self.patience)) != nil
                _ = try speech.next(timeout: .milliseconds(10))
            }
            #expect(!isTaken)
        }
        bus.kill()
    }

    private static func expectRefusal(_ code: RequestError.Code, _ asker: BusClient, _ request: Request) throws {
        let error = #expect(throws: BusError.self) { try asker.request(request, timeout: patience) }
        guard case .refused(let refusal) = error else { return }
        #expect(refusal.code == code, "\(refusal.text)")
    }

    /// A control that accepts commands.
    private static func control(
        _ plan: LoopPlan, _ name: String = "speech", session: Session = .main
    ) throws -> BusClient {
        let client = try BusClient(requests: plan.endpoints.requests)
        let hello = Hello(
            control: name, session: session, topics: [.onCommand], processID: getpid(), acceptsCommands: true)
        _ = try client.join(hello, timeout: patience)
        try client.sendHeartbeat(ControlVitals(control: name, processID: getpid()), session: session)
        // By then the bus has processed the heartbeat.
        _ = try client.request(.status, timeout: patience)
        return client
    }

    /// The next commands that a control receives.
    private static func commands(_ client: BusClient, count: Int) throws -> [ControlCommand] {
        var heard: [ControlCommand] = []
        while heard.count < count, let delivery = try client.next(timeout: patience) {
            guard case .event(let envelope) = delivery, case .command(let command) = envelope.event else {
                Issue.record("instead of a command: \(delivery)")
                break
            }
            heard.append(command)
        }
        return heard
    }
}
