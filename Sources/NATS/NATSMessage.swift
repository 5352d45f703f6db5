import CNATS
import Glibc

/// A received message, copied out of libnats.
public struct NATSMessage: Sendable, Hashable {
    /// A header of a message.
    public struct Header: Sendable, Hashable {
        /// The name; the case of letters counts.
        public var name: String
        /// The value.
        public var value: String

        /// Makes a header.
        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// The subject to which the message was published.
    public let subject: String
    /// The subject for an answer; `nil` if none is expected.
    public let replyTo: String?
    /// The payload.
    public let payload: [UInt8]
    /// The headers. Of a header with several values, the first.
    public let headers: [Header]

    /// The value of a header; `nil` if the message has no such header.
    public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Whether the server sent this message because no process answers requests on the subject.
    var isNoResponders: Bool { payload.isEmpty && header("Status") == "503" }

    /// Copies a message. The caller destroys the original.
    init(_ message: OpaquePointer) {
        subject = natsMsg_GetSubject(message).map { String(cString: $0) } ?? ""
        replyTo = natsMsg_GetReply(message).map { String(cString: $0) }
        let bytes = UnsafeRawBufferPointer(
            start: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message)))
        payload = Array(bytes)
        headers = Self.headers(of: message)
    }

    private static func headers(of message: OpaquePointer) -> [Header] {
        var names: UnsafeMutablePointer<UnsafePointer<CChar>?>?
        var count: Int32 = 0
        guard natsMsgHeader_Keys(message, &names, &count) == NATS_OK, let names else { return [] }
        // The array belongs to the caller, the names in it to the message.
        defer { free(names) }
        return (0..<Int(count)).compactMap { index in
            var value: UnsafePointer<CChar>?
            guard let name = names[index], natsMsgHeader_Get(message, name, &value) == NATS_OK, let value else {
                return nil
            }
            return Header(String(cString: name), String(cString: value))
        }
    }
}

/// A message to publish, in the memory of libnats.
struct OutgoingMessage: ~Copyable {
    let handle: OpaquePointer

    private init(_ handle: OpaquePointer) { self.handle = handle }

    /// Copies subject, payload and headers.
    static func make(
        _ subject: String, _ payload: UnsafeRawBufferPointer, replyTo: String?, headers: [NATSMessage.Header]
    ) throws(NATSError) -> OutgoingMessage {
        guard Names.isSubject(subject) else { throw .invalidName(subject) }
        if let replyTo, !Names.isSubject(replyTo) { throw .invalidName(replyTo) }
        for header in headers where !Names.isHeader(header) { throw .invalidName("\(header.name): \(header.value)") }
        let message = OutgoingMessage(try create(subject, payload, replyTo: replyTo))
        for header in headers {
            let status = natsMsgHeader_Set(message.handle, header.name, header.value)
            guard status == NATS_OK else { throw NATSError(status, "set the header \(header.name)") }
        }
        return message
    }

    private static func create(
        _ subject: String, _ payload: UnsafeRawBufferPointer, replyTo: String?
    ) throws(NATSError) -> OpaquePointer {
        var message: OpaquePointer?
        let data = payload.baseAddress?.assumingMemoryBound(to: CChar.self)
        let status = natsMsg_Create(&message, subject, replyTo, data, Int32(clamping: payload.count))
        guard status == NATS_OK, let message else { throw NATSError(status, "make a message") }
        return message
    }

    deinit { natsMsg_Destroy(handle) }
}

/// The names of the protocol. libnats sends them as they are, so a line break in a name would be a command.
enum Names {
    /// Whether messages can be published to a subject.
    static func isSubject(_ subject: String) -> Bool {
        isFilter(subject) && !subject.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: ">") }
    }

    /// Whether a subject can be subscribed to; it may have wildcards.
    static func isFilter(_ subject: String) -> Bool {
        let dot = UInt8(ascii: ".")
        var previous = dot
        for byte in subject.utf8 {
            if byte <= 0x20 || byte == 0x7F || byte == dot && previous == dot { return false }
            previous = byte
        }
        return previous != dot
    }

    static func isHeader(_ header: NATSMessage.Header) -> Bool {
        !header.name.isEmpty && header.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && header.value.utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    }
}
