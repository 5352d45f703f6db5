import EventCodec
import Glibc
import NavigationEvents
import ZeroMQ

/// The sockets of a control without the kit.
final class BusConnection {
    let context: Context
    let requests: Socket
    private(set) var events: Socket?
    private var frame = Frame()
    private var lastID: UInt64 = 0

    init(_ endpoint: String) throws {
        context = try Context()
        requests = try Socket(.dealer, context: context)
        try requests.set(.onlyConnected, 1)
        try requests.set(.reconnectMilliseconds, 20)
        try requests.connect(endpoint)
    }

    /// Sends a request; returns its id, or `nil` without a connection.
    @discardableResult
    func ask(_ request: Request, isAnswered: Bool = true) throws -> UInt64? {
        lastID += 1
        let id = isAnswered ? lastID : 0
        return try requests.send(RequestFrame(id: id, request: request).wireBytes()) ? id : nil
    }

    /// The next valid reply; `nil` if there is none.
    func answer() throws -> ReplyFrame? {
        while let parts = try receive(requests) {
            if let last = parts.last, let reply = try? ReplyFrame(wireBytes: last) { return reply }
        }
        return nil
    }

    func subscribe(_ topics: [String], at endpoint: String) throws {
        let socket = try Socket(.sub, context: context)
        try socket.set(.reconnectMilliseconds, 20)
        for topic in topics { try socket.subscribe(topic) }
        try socket.connect(endpoint)
        events = socket
    }

    /// The frames of the next published message; `nil` if there is none.
    func message() throws -> [[UInt8]]? { try events.flatMap(receive) }

    private func receive(_ socket: Socket) throws -> [[UInt8]]? {
        var parts: [[UInt8]] = []
        repeat {
            guard try socket.receive(into: &frame) else { return nil }
            parts.append(frame.copy)
        } while frame.hasMore
        return parts
    }

    /// Waits for messages; `true` if standard input has ended.
    func wait(milliseconds: Int, isWatchingInput: Bool) throws -> Bool {
        var polled = PollSet()
        polled.add(requests)
        if isWatchingInput { polled.add(descriptor: STDIN_FILENO) }
        if let events { polled.add(events) }
        try polled.wait(milliseconds: milliseconds)
        guard isWatchingInput, polled.isReadable(1) else { return false }
        var byte: UInt8 = 0
        return read(STDIN_FILENO, &byte, 1) == 0
    }
}
