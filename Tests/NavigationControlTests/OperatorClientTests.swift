import BusTestSupport
import Access
import Dispatch
import EventBus
import Foundation
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import NavigationControl

@Suite("Requests from a terminal, on a real bus, with and without permission to listen")
struct OperatorClientTests {
    private static let patience = Duration.seconds(20)
    private static let text = SpokenText(text: "Mind the gap.")

    @Test(arguments: [ReportKind.cancelled, .ended]) func `an observer learns as well that a text was not spoken`(
        kind: ReportKind
    ) async throws {
        let fixture = try Fixture(keys: [("phone", [.tap, .operator], Set(Topic.allCases))])
        try await fixture.control(saying: [(.began, Self.text.text), (kind, "speech is muted: Mind the gap.")])
        let desk = try fixture.desk(key: "phone")
        let problem = try await onThread { Self.problem { try desk.value.say(Self.text) } }
        #expect(problem == (kind == .ended ? nil : .notSaid("speech is muted: Mind the gap.")))
        #expect(await fixture.bus.status().controls.map(\.control) == ["speech"], "the client is in no list")
        await fixture.close()
    }

    @Test func `without permission to listen the request fails, unless it does not wait`()
        async throws
    {
        let deafTopics = Set(Topic.allCases).subtracting([.onControl])
        let fixture = try Fixture(keys: [
            ("button", [.operator], Set(Topic.allCases)), ("deaf", [.tap, .operator], deafTopics),
        ])
        try await fixture.control(saying: [])
        for key in ["button", "deaf"] {
            let desk = try fixture.desk(key: key)
            let problem = try await onThread { Self.problem { try desk.value.say(Self.text) } }
            guard case .refused(let reason) = problem else {
                Issue.record("\(key): \(String(describing: problem))")
                continue
            }
            #expect(reason.contains("role tap") && reason.contains("--no-wait"))
        }
        #expect(fixture.asked.count == 0)
        let desk = try fixture.desk(key: "button")
        let problem = try await onThread { Self.problem { try desk.value.ask { .say($0, Self.text) } } }
        #expect(problem == nil)
        #expect(fixture.asked.count == 1)
        await fixture.close()
    }

    @Test func `the outcome is known even if the bus accepts the request but never replies`()
        async throws
    {
        let fixture = try Fixture(answers: false)
        try await fixture.control(saying: [(.began, Self.text.text), (.ended, Self.text.text)])
        let desk = try fixture.desk()
        let problem = try await onThread { Self.problem { try desk.value.say(Self.text) } }
        #expect(problem == nil)
        #expect(fixture.asked.count == 1)
        await fixture.close()
    }

    @Test func `a control that dies in the middle of the speech is not awaited`() async throws {
        let fixture = try Fixture()
        try await fixture.control(saying: [(.began, Self.text.text), (.paused, "interrupted")], isMortal: true)
        let desk = try fixture.desk()
        let problem = try await onThread { Self.problem { try desk.value.say(Self.text) } }
        #expect(problem == .notSaid("the control speech, which had begun to speak it, has ended or hangs"))
        await fixture.close()
    }

    @Test func `a request without a reply is reported as possibly accepted, even without waiting`() async throws {
        let fixture = try Fixture(answers: false)
        try await fixture.control(saying: [])
        let desk = try fixture.desk()
        let problem = try await onThread { Self.problem { try desk.value.ask { .say($0, Self.text) } } }
        guard case .unknown = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(fixture.asked.count == 1)
        await fixture.close()
    }

    @Test func `without a bus nothing is requested, and an invalid session is named`() throws {
        let folder = try TemporaryFolder()
        let problem = Self.problem {
            try OperatorClient(endpoint: "ipc://\(folder.path)/requests").ask { .calibrate($0) }
        }
        guard case .noBus = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        let named = Self.problem { _ = try OperatorClient(session: "My Car") }
        #expect(named?.description.contains("the session \"My Car\"") == true)
    }

    private static func problem(_ body: () throws -> Void) -> OperatorClientError? {
        do {
            try body()
        } catch {
            if let problem = error as? OperatorClientError { return problem }
            Issue.record(error)
        }
        return nil
    }
}

/// A bus that publishes commands, and a control whose reports a test determines.
private struct Fixture {
    let folder: TemporaryFolder
    let bus: BusServer
    /// Number of requests to speak.
    let asked: Counted
    private let isOver: Counted

    final class Counted: Sendable {
        private let state = Mutex(0)
        var count: Int { state.withLock { $0 } }
        func add() { state.withLock { $0 += 1 } }
    }

    private final class Later: Sendable {
        let bus = Mutex<BusServer?>(nil)
    }

    init(keys: [(name: String, roles: Set<Role>, topics: Set<Topic>)] = [], answers: Bool = true) throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/bus", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let ring = KeyRing(folder: folder.path + "/keys")
        for entry in keys {
            let key = try ring.make(entry.name)
            try ring.allow(AllowedKey(name: entry.name, key: key, roles: entry.roles, topics: entry.topics))
        }
        let remote = BusEndpoints(requests: "tcp://127.0.0.1:*", events: "tcp://127.0.0.1:*")
        let (later, count, end) = (Later(), Counted(), Counted())
        let server = try BusServer(
            endpoints: BusEndpoints(folder: RunFolder(path: folder.path + "/bus")),
            access: AccessSettings(remote: keys.isEmpty ? nil : remote, keysFolder: ring.folder),
            handler: { request in
                guard let bus = later.bus.withLock({ $0 }) else { return .done }
                guard case .say(let session, let text) = request else { return .status(await bus.status()) }
                count.add()
                do throws(RequestError) {
                    try await bus.publish(action: .say(text), session: session)
                } catch {
                    return .refused(error)
                }
                while !answers, end.count == 0 { try? await Task.sleep(for: .milliseconds(20)) }
                return .done
            })
        later.bus.withLock { $0 = server }
        (bus, asked, isOver) = (server, count, end)
    }

    /// Connects a control that sends these reports for every text, and perhaps dies afterwards; returns when the bus
    /// knows it.
    func control(saying reports: [(ReportKind, String)], isMortal: Bool = false) async throws {
        let client = try BusClient(requests: bus.endpoints.requests)
        let held = Held(client)
        let isOver = isOver
        try await onThread {
            let hello = Hello(control: "speech", topics: [.onCommand], processID: getpid(), acceptsCommands: true)
            try held.value.join(hello, timeout: .seconds(20))
            try held.value.sendHeartbeat(ControlVitals(control: "speech", processID: getpid()))
            _ = try held.value.request(.status, timeout: .seconds(20))
        }
        DispatchQueue(label: "control").async {
            do {
                while isOver.count == 0 {
                    let delivery = try held.value.next(timeout: .milliseconds(100))
                    try held.value.sendHeartbeat(ControlVitals(control: "speech", processID: getpid()))
                    guard case .event(let envelope) = delivery, case .command(let command) = envelope.event,
                        case .say(let asked) = command.action
                    else { continue }
                    for (kind, text) in reports {
                        try held.value.report(
                            ControlReport(
                                control: "speech", kind: kind, effect: "utterance", text: text, effectNumber: 1,
                                requestNumber: asked.requestNumber))
                    }
                    if isMortal { return }
                }
            } catch {
                Issue.record(error)
            }
        }
    }

    /// A client of this user, or of the owner of a key on another machine.
    func desk(key: String? = nil) throws -> Held<OperatorClient> {
        guard let key else { return Held(try OperatorClient(endpoint: bus.endpoints.requests)) }
        let ring = KeyRing(folder: folder.path + "/keys")
        let busKey = try String(contentsOfFile: ring.folder + "/bus.pub", encoding: .utf8)
        let credentials = try BusCredentials(
            keyFile: ring.path(of: key), busKey: busKey.trimmingCharacters(in: .whitespacesAndNewlines))
        let endpoint = try #require(bus.remoteEndpoints?.requests)
        return Held(OperatorClient(try BusClient(requests: endpoint, credentials: credentials)))
    }

    func close() async {
        isOver.add()
        await bus.close()
    }
}

/// Passes a value from one thread to another, which then uses it alone.
private struct Held<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// Runs a blocking function on a thread of its own.
private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "test").async { continuation.resume(with: Result(catching: body)) }
    }
}
