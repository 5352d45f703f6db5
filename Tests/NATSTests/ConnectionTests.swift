import Glibc
import NATS
import NATSTestSupport
import Synchronization
import Testing
import TestSupport

/// Values that handlers append from any thread.
final class Collected<Value: Sendable>: Sendable {
    private let list = Mutex<[Value]>([])
    var values: [Value] { list.withLock { $0 } }
    func append(_ value: Value) { list.withLock { $0.append(value) } }
}

@Suite("Connections to a server") struct ConnectionTests {
    /// One server for all tests of the module that end none.
    static let server = Result { try NATSCluster() }

    private func connect(onStatus: (@Sendable (NATSStatus) -> Void)? = nil) throws -> NATSConnection {
        try Self.server.get().connect(onStatus: onStatus)
    }

    @Test func `a subscriber receives what is published, in order, with its headers`() throws {
        let connection = try connect()
        let inbox = connection.newInbox()
        let received = Collected<NATSMessage>()
        let subscription = try connection.subscribe("\(inbox).>") { received.append($0) }
        for number in 0..<1000 {
            try connection.publish(
                "\(inbox).\(number)", [0, UInt8(number % 256), 0], replyTo: "answers",
                headers: [.init("Number", "\(number)")])
        }
        #expect(eventually { received.values.count == 1000 })
        for (number, message) in received.values.enumerated() {
            #expect(message.subject == "\(inbox).\(number)")
            #expect(message.payload == [0, UInt8(number % 256), 0])
            #expect(message.replyTo == "answers")
            #expect(message.header("Number") == "\(number)")
            #expect(message.header("Other") == nil)
        }
        subscription.unsubscribe()
        subscription.unsubscribe()
        try connection.publish("\(inbox).late", [])
        try connection.flush(timeout: .seconds(5))
        #expect(received.values.count == 1000)
    }

    @Test func `of a queue, one subscriber receives each message`() throws {
        let connection = try connect()
        let inbox = connection.newInbox()
        let received = Collected<[UInt8]>()
        let subscriptions = try (0..<3).map { _ in
            try connection.subscribe(inbox, queue: "workers") { received.append($0.payload) }
        }
        for number in 0..<100 { try connection.publish(inbox, [UInt8(number)]) }
        #expect(eventually { received.values.count >= 100 })
        try connection.flush(timeout: .seconds(5))
        #expect(received.values.map { Int($0[0]) }.sorted() == Array(0..<100))
        #expect(subscriptions.count == 3)
    }

    @Test func `a request has an answer, and without a responder an error at once`() throws {
        let connection = try connect()
        let inbox = connection.newInbox()
        let subscription = try connection.subscribe(inbox) { message in
            guard let reply = message.replyTo else { return }
            try? connection.publish(reply, message.payload.reversed())
        }
        #expect(try connection.request(inbox, [1, 0, 2], timeout: .seconds(5)).payload == [2, 0, 1])
        #expect(try connection.request(inbox, [], timeout: .seconds(5)).payload == [])
        // Otherwise the handler and the connection hold each other.
        subscription.unsubscribe()
        let start = ContinuousClock.now
        #expect(throws: NATSError.noResponders(subject: "nobody")) {
            try connection.request("nobody", [], timeout: .seconds(20))
        }
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func `a request to a silent responder ends after its timeout`() throws {
        let connection = try connect()
        let inbox = connection.newInbox()
        let subscription = try connection.subscribe(inbox) { _ in }
        #expect(throws: NATSError.timeout(operation: "request \(inbox)")) {
            try connection.request(inbox, [], timeout: .milliseconds(50))
        }
        subscription.unsubscribe()
    }

    @Test func `the largest payload arrives, and a larger one is refused before it is sent`() throws {
        let statuses = Collected<NATSStatus>()
        let connection = try connect { statuses.append($0) }
        let inbox = connection.newInbox()
        let received = Collected<Int>()
        let subscription = try connection.subscribe(inbox) { received.append($0.payload.count) }
        let most = connection.maxPayloadBytes
        try connection.publish(inbox, [UInt8](repeating: 0, count: most))
        #expect(throws: NATSError.payloadTooLarge(byteCount: most + 1, maxBytes: most)) {
            try connection.publish(inbox, [UInt8](repeating: 0, count: most + 1))
        }
        // "NATS/1.0", "A: b" and an empty line, each with a line break.
        let headerBytes = 10 + 6 + 2
        try connection.publish(inbox, [UInt8](repeating: 0, count: most - headerBytes), headers: [.init("A", "b")])
        #expect(throws: NATSError.payloadTooLarge(byteCount: most + 1, maxBytes: most)) {
            try connection.publish(
                inbox, [UInt8](repeating: 0, count: most - headerBytes + 1), headers: [.init("A", "b")])
        }
        try connection.publish(inbox, [])
        #expect(eventually { received.values == [most, most - headerBytes, 0] })
        #expect(statuses.values.isEmpty)
        subscription.unsubscribe()
    }

    @Test(arguments: ["", "a b", "a\r\nPUB x 0", "a\0b", "a..b", ".a", "a.", "a.*", ">", "tab\t"])
    func `a subject that the protocol excludes is refused`(_ subject: String) throws {
        let connection = try connect()
        #expect(throws: NATSError.invalidName(subject)) { try connection.publish(subject, []) }
        #expect(throws: NATSError.invalidName(subject)) { try connection.publish("a", [], replyTo: subject) }
        #expect(throws: NATSError.invalidName(subject)) { try connection.request(subject, [], timeout: .seconds(1)) }
        #expect(throws: NATSError.self) { try connection.publish("a", [], headers: [.init("A", "b\r\nC: d")]) }
        #expect(throws: NATSError.self) { try connection.publish("a", [], headers: [.init("A:", "b")]) }
    }

    @Test func `without a server the error names the address, but not the password`() throws {
        let settings = NATSConnection.Settings(servers: ["nats://rider:secret@127.0.0.1:1"], name: "test")
        let error = #expect(throws: NATSError.self) { try NATSConnection(settings) }
        guard case .notConnected(servers: ["nats://127.0.0.1:1"], _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.map { "\($0)".hasPrefix("reach nats://127.0.0.1:1: ") } == true)
        #expect(error.map { "\($0)".contains("secret") } == false)
        #expect(error?.isTemporary == true)
    }

    @Test func `a missing credentials file is an error`() throws {
        var settings = try Self.server.get().settings()
        settings.credentialsFile = "/nonexistent.creds"
        #expect(throws: NATSError.self) { try NATSConnection(settings) }
    }

    @Test func `closing while a handler runs ends after the handler, and everything throws afterwards`() throws {
        let statuses = Collected<NATSStatus>()
        let connection = try connect { statuses.append($0) }
        let inbox = connection.newInbox()
        let (begun, ended) = (Collected<Int>(), Collected<Int>())
        let subscription = try connection.subscribe(inbox) { _ in
            begun.append(1)
            usleep(100_000)
            ended.append(1)
        }
        try connection.publish(inbox, [])
        #expect(eventually { begun.values.count == 1 })
        connection.close()
        connection.close()
        subscription.unsubscribe()
        #expect(eventually { ended.values.count == 1 })
        #expect(eventually { statuses.values.last == .closed })
        #expect(connection.isClosed && !connection.isConnected)
        #expect(throws: NATSError.closed) { try connection.publish(inbox, []) }
        #expect(throws: NATSError.closed) { try connection.subscribe(inbox) { _ in } }
        #expect(throws: NATSError.closed) { try connection.request(inbox, [], timeout: .seconds(1)) }
        #expect(throws: NATSError.closed) { try connection.flush(timeout: .seconds(1)) }
    }

    @Test func `a connection may end in a handler`() throws {
        let statuses = Collected<NATSStatus>()
        let connection = try connect { statuses.append($0) }
        let inbox = connection.newInbox()
        let subscription = try connection.subscribe(inbox) { _ in connection.close() }
        try connection.publish(inbox, [])
        #expect(eventually { statuses.values.last == .closed })
        subscription.unsubscribe()
    }

    @Test func `handlers and callbacks are released, also without a message and after a failure`() throws {
        final class Token: Sendable {}
        weak var handler: Token?
        weak var callback: Token?
        weak var failed: Token?
        weak var orphan: Token?
        do {
            let tokens = (0..<4).map { _ in Token() }
            (handler, callback, failed, orphan) = (tokens[0], tokens[1], tokens[2], tokens[3])
            let connection = try connect { [token = tokens[1]] _ in _ = token }
            let inbox = connection.newInbox()
            let subscription = try connection.subscribe(inbox) { [token = tokens[0]] _ in _ = token }
            try connection.publish(inbox, [])
            try connection.flush(timeout: .seconds(5))
            subscription.unsubscribe()
            #expect(throws: NATSError.self) {
                try connection.subscribe("a b") { [token = tokens[3]] _ in _ = token }
            }
            let settings = NATSConnection.Settings(servers: ["nats://127.0.0.1:1"], name: "test")
            #expect(throws: NATSError.self) { try NATSConnection(settings) { [token = tokens[2]] _ in _ = token } }
        }
        #expect(eventually { handler == nil && callback == nil && failed == nil && orphan == nil })
    }
}

@Suite("Accounts") struct AccountTests {
    static let server = Result {
        try NATSCluster(
            configuration: """
                accounts {
                    fleet {
                        jetstream: enabled
                        users: [
                            { user: gateway, password: "right" }
                            { user: vehicle, password: "right", permissions: {
                                publish: ["own.>", "$JS.API.>"], subscribe: ["own.>", "_INBOX.>"] } }
                        ]
                    }
                }
                """
        ) { settings in
            Self.settings(settings, "gateway", "right")
        }
    }

    private static func settings(
        _ settings: NATSConnection.Settings, _ user: String, _ password: String
    ) -> NATSConnection.Settings {
        var settings = settings
        settings.servers = settings.servers.map { $0.replacing("nats://", with: "nats://\(user):\(password)@") }
        return settings
    }

    private func settings(_ user: String, _ password: String) throws -> NATSConnection.Settings {
        Self.settings(try Self.server.get().settings(), user, password)
    }

    @Test func `a wrong password is refused with the address and without the password`() throws {
        let settings = try settings("gateway", "wrong")
        let error = #expect(throws: NATSError.self) { try NATSConnection(settings) }
        guard case .authentication = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.map { "\($0)".contains("wrong") } == false)
        #expect(error?.isTemporary == false)
    }

    @Test func `a forbidden subject is reported, and a request to it fails with the permission`() throws {
        let statuses = Collected<NATSStatus>()
        let connection = try NATSConnection(settings("vehicle", "right")) { statuses.append($0) }
        try connection.publish("own.position", [1])
        try connection.flush(timeout: .seconds(5))
        #expect(statuses.values.isEmpty)
        try connection.publish("other.position", [1])
        let subscription = try connection.subscribe("other.>") { _ in }
        #expect(eventually { statuses.values.count == 2 })
        for (status, subject) in zip(statuses.values, ["\"other.position\"", "\"other.>\""]) {
            guard case .refused(.permission(let reason)) = status else {
                Issue.record("\(status)")
                continue
            }
            #expect(reason.contains(subject))
        }
        #expect(throws: NATSError.self) {
            do {
                _ = try connection.request("other.question", [], timeout: .milliseconds(300))
            } catch NATSError.permission(let reason) {
                #expect(reason.contains("other.question"))
                throw NATSError.permission(reason: reason)
            }
        }
        #expect(connection.isConnected)
        subscription.unsubscribe()
    }
}
