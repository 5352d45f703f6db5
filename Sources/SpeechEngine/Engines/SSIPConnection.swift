import Glibc
import NavigationEvents
import Platform

/// A connection to speech-dispatcher in its protocol SSIP: lines of text, numbered replies, and events between them.
final class SSIPConnection {
    /// The events of a message.
    enum Event: Equatable {
        case began
        case ended
        case cancelled
        /// A mark in the text was reached.
        case mark(String)
        /// Paused, resumed, or an event of a later version.
        case other
    }

    /// The maximum wait for a reply.
    private static let timeoutMilliseconds = 3000.0

    private let descriptor: Int32
    private var received: [UInt8] = []
    private var events: [(message: Int, event: Event)] = []
    /// The lines of an incomplete reply.
    private var lines: [String] = []

    /// Connects to speech-dispatcher.
    ///
    /// - Parameter path: The path of its socket.
    init(path: String) throws(SpeechError) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system(what: "a socket", reason: String(cString: strerror(errno))) }
        guard let address = UnixSocketAddress(path: path) else {
            throw .dispatcher(reason: "the path of its socket is too long: \(path)")
        }
        guard address.connect(descriptor) else {
            throw .dispatcher(reason: "\(path): \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }

    /// Sends a command and waits for the reply.
    ///
    /// - Returns: The lines of the reply, without their numbers.
    @discardableResult
    func command(_ text: String) throws(SpeechError) -> [String] {
        try send(text + "\r\n")
        let end = (MonotonicInstant.now.seconds * 1000) + Self.timeoutMilliseconds
        guard let (code, lines) = try reply(before: end) else { throw .dispatcher(reason: "it does not answer") }
        guard (200..<300).contains(code) else {
            throw .dispatcher(reason: "it refuses \"\(text)\": \(lines.last ?? "\(code)")")
        }
        return lines
    }

    /// Sends a message and returns its number.
    func speak(_ text: String) throws(SpeechError) -> Int {
        try command("SPEAK")
        // A line with only a dot ends the message, so a dot at the beginning of a line is doubled.
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let body = lines.map { $0.hasPrefix(".") ? ".\($0)" : String($0) }.joined(separator: "\r\n")
        let answer = try command(body + "\r\n.")
        guard let number = answer.first.flatMap({ Int($0) }) else {
            throw .dispatcher(reason: "it returned no number for a message: \(answer)")
        }
        return number
    }

    /// Returns the next event of a message; `nil` on timeout.
    func event(of message: Int, withinMilliseconds limit: Double) throws(SpeechError) -> Event? {
        let end = (MonotonicInstant.now.seconds * 1000) + limit
        while true {
            while !events.isEmpty {
                let first = events.removeFirst()
                if first.message == message { return first.event }
            }
            guard try takeLines(before: end) != nil else { return nil }
        }
    }

    /// Returns the next reply and queues the events before it; `nil` on timeout.
    private func reply(before end: Double) throws(SpeechError) -> (code: Int, lines: [String])? {
        while let block = try takeLines(before: end) {
            if let block { return block }
        }
        return nil
    }

    /// Reads one reply or event. An event is queued and gives an empty optional; `nil` on timeout.
    private func takeLines(before end: Double) throws(SpeechError) -> (code: Int, lines: [String])?? {
        while true {
            guard let line = try takeLine(before: end) else { return nil }
            guard line.count >= 4, let code = Int(line.prefix(3)) else {
                throw .dispatcher(reason: "it sent \"\(line)\", which is not a reply")
            }
            lines.append(String(line.dropFirst(4)))
            guard line.dropFirst(3).first != "-" else { continue }
            let whole = lines
            lines = []
            guard (700..<800).contains(code) else { return .some((code, whole)) }
            events.append((Int(whole.first ?? "") ?? -1, Self.event(code, whole)))
            return .some(nil)
        }
    }

    private static func event(_ code: Int, _ lines: [String]) -> Event {
        switch code {
        case 700: lines.count > 2 ? .mark(lines[2]) : .other
        case 701: .began
        case 702: .ended
        case 703: .cancelled
        default: .other
        }
    }

    private func takeLine(before end: Double) throws(SpeechError) -> String? {
        while true {
            if let newline = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = received[..<newline]
                received.removeSubrange(...newline)
                return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            }
            let left = end - (MonotonicInstant.now.seconds * 1000)
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // The rest of an incomplete line gets more time.
            let limit = received.isEmpty ? max(left, 0) : Self.timeoutMilliseconds
            let status = poll(&waited, 1, Int32(clamping: limit.rounded(.up)))
            if status < 0, errno == EINTR { continue }
            guard status > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .dispatcher(reason: "it has ended the connection") }
            received += bytes.prefix(count)
        }
    }

    private func send(_ text: String) throws(SpeechError) {
        var left = Array(text.utf8)[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .dispatcher(reason: String(cString: strerror(errno))) }
            left = left.dropFirst(count)
        }
    }
}
