@testable import EventCodec
@testable import NavigationEvents
@testable import Platform

extension FuzzTarget {
    static let envelope = message("envelope", Envelope.self) { $0.json() }
    static let snapshot = message("snapshot", Snapshot.self) { $0.json() }
    static let request = message("request", RequestFrame.self) { $0.json() }
    static let launchOrder = message("launch-order", LaunchOrder.self) { $0.json() }
    static let reply = message("reply", ReplyFrame.self) { $0.json() }

    /// Messages are encoded canonically: decoding and encoding again gives the same bytes. Bytes are compared instead
    /// of values, since a NaN does not equal itself.
    static func message<Message: WireMessage>(
        _ name: String, _ type: Message.Type, text: @escaping @Sendable (Message) -> String
    ) -> FuzzTarget {
        FuzzTarget(name: name, maxBytes: 4096, reaches: ["RequestPart", "StreamMessage", "WireReader"]) {
            bytes throws(FuzzFinding) in
            let unknown = bytes.withUnsafeBytes { EventNumbers(ofUnknownEvent: $0) }
            let message: Message
            do throws(WireError) {
                message = try Message(wireBytes: bytes)
            } catch {
                let isPlaced = (0...bytes.count).contains(error.offset)
                return try FuzzFinding.unless(isPlaced, "a refusal without a place in the bytes: \(error)")
            }
            try FuzzFinding.unless(!(message is Envelope) || unknown == nil, "an event that is known, and is not")
            let written = message.wireBytes()
            let again: Message
            do throws(WireError) {
                again = try Message(wireBytes: written)
            } catch {
                throw FuzzFinding("what was written cannot be read: \(error)")
            }
            try FuzzFinding.unless(again.wireBytes() == written, "a second reading differs from the first")
            let line = text(message)
            try FuzzFinding.unless(
                line.first == "{" && line.last == "}" && !line.utf8.contains(UInt8(ascii: "\n")),
                "JSON that is not one line: \(line)")
        }
    }
}
