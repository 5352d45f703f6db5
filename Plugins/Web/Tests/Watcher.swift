import Foundation

/// A client that reads the event stream like a browser.
final class Watcher {
    struct Event {
        var id: Int?
        var name: String
        var data: String

        var state: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(data.utf8))) as? [String: Any] ?? [:]
        }
    }

    let wire: RawConnection
    let head: RawConnection.Answer
    private var body: [UInt8] = []

    init(_ wire: RawConnection) throws {
        self.wire = wire
        head = try wire.answer()
    }

    /// The next event; the field `retry` is skipped.
    func event() throws -> Event {
        while true {
            while let end = Self.end(of: body) {
                let lines = String(decoding: body[..<end], as: UTF8.self).split(separator: "\n")
                body.removeFirst(end + 2)
                var event = Event(name: "message", data: "")
                for line in lines {
                    if line.hasPrefix("id: ") { event.id = Int(line.dropFirst(4)) }
                    if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
                    if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
                }
                if !event.data.isEmpty { return event }
            }
            try readChunk()
        }
    }

    /// The next state that meets a condition; other events are skipped.
    func state(where isWanted: ([String: Any]) -> Bool = { _ in true }) throws -> [String: Any] {
        while true {
            let event = try event()
            if event.name == "state", isWanted(event.state) { return event.state }
        }
    }

    /// Reads until the server ends the stream.
    func readToEnd() throws {
        while true { if try !readChunk() { return } }
    }

    @discardableResult
    private func readChunk() throws -> Bool {
        try wire.wait { Self.chunk($0.received) != nil }
        guard let chunk = Self.chunk(wire.received) else { return false }
        body += chunk.bytes
        wire.drop(chunk.length)
        return !chunk.bytes.isEmpty
    }

    private static func chunk(_ bytes: [UInt8]) -> (bytes: [UInt8], length: Int)? {
        guard let end = bytes.firstIndex(of: 13), bytes.count > end + 1,
            let count = Int(String(decoding: bytes[..<end], as: UTF8.self), radix: 16),
            bytes.count >= end + 2 + count + 2
        else { return nil }
        return (Array(bytes[(end + 2)..<(end + 2 + count)]), end + 2 + count + 2)
    }

    private static func end(of bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast().first { bytes[$0] == 10 && bytes[$0 + 1] == 10 }
    }
}
