import Foundation
import Synchronization

/// A server on a free port of this machine with a behaviour that the test determines for each connection.
final class FakeServer: Sendable {
    /// The action after a request has arrived.
    enum Behaviour: Sendable {
        /// Answers with a status and a body.
        case answer(Int, String)
        /// Sends these bytes and closes.
        case raw(String)
        /// Sends these bytes and waits.
        case stall(String)
        /// Resets the connection.
        case reset
        /// Sends an endless body.
        case flood
        /// Sends a byte every 20 ms.
        case trickle
    }

    /// A received request.
    struct Question: Sendable, Hashable {
        var line: String
        var head: String
        var body: String
    }

    private struct State {
        var behaviours: [Behaviour]
        var questions: [Question] = []
        var open: Set<Int32> = []
        var isClosed = false
        var maxOpen = 0
    }

    let port: Int
    var url: String { "http://127.0.0.1:\(port)" }
    private let listener: Int32
    private let state: Mutex<State>

    /// - Parameter behaviours: one for each connection in turn; the last one applies to all further connections.
    init(_ behaviours: Behaviour...) throws {
        state = Mutex(State(behaviours: behaviours))
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let fd = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(fd, $0, length) == 0 && listen(fd, 64) == 0 && getsockname(fd, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in accept() }
    }

    var questions: [Question] { state.withLock { $0.questions } }
    /// The maximum number of connections that were open at the same time.
    var maxOpen: Int { state.withLock { $0.maxOpen } }

    /// Sets the behaviour for all further connections.
    func behave(_ behaviour: Behaviour) { state.withLock { $0.behaviours = [behaviour] } }

    func close() {
        let open = state.withLock { state in
            state.isClosed = true
            return state.open
        }
        for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    private func accept() {
        while true {
            let connection = Foundation.accept(listener, nil, nil)
            guard connection >= 0, !isClosed else { break }
            state.withLock { _ = $0.open.insert(connection) }
            Thread.detachNewThread { [self] in serve(connection) }
        }
        Foundation.close(listener)
    }

    private func serve(_ connection: Int32) {
        defer {
            state.withLock { _ = $0.open.remove(connection) }
            Foundation.close(connection)
        }
        guard let question = readQuestion(connection) else { return }
        let behaviour = state.withLock { state in
            state.questions.append(question)
            state.maxOpen = max(state.maxOpen, state.open.count)
            return state.behaviours.count > 1 ? state.behaviours.removeFirst() : state.behaviours[0]
        }
        switch behaviour {
        case .answer(let status, let body):
            send(
                "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)",
                connection)
        case .raw(let bytes): send(bytes, connection)
        case .stall(let bytes):
            send(bytes, connection)
            waitForTheEnd(connection)
        case .reset:
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        case .flood:
            guard send("HTTP/1.1 200 OK\r\n\r\n", connection) else { return }
            let part = String(repeating: " ", count: 1 << 16)
            while !isClosed, send(part, connection) {}
        case .trickle:
            guard send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", connection) else { return }
            while !isClosed, send(" ", connection) { usleep(20_000) }
        }
    }

    private func readQuestion(_ connection: Int32) -> Question? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(connection, &part, part.count, 0)
            guard count > 0 else { return nil }
            bytes += part[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let head = String(text[..<end.lowerBound])
            let body = String(text[end.upperBound...])
            let wanted = head.lowercased().components(separatedBy: "content-length: ").dropFirst().first
                .flatMap { Int($0.prefix { $0.isNumber }) }
            if body.utf8.count < wanted ?? 0 { continue }
            return Question(line: head.components(separatedBy: "\r\n")[0], head: head, body: body)
        }
    }

    private func waitForTheEnd(_ connection: Int32) {
        var byte: UInt8 = 0
        while !isClosed, recv(connection, &byte, 1, 0) > 0 {}
    }

    @discardableResult
    private func send(_ text: String, _ connection: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
