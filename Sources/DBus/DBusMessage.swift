import CSystemd
import Glibc

/// A method call.
package struct DBusMethod: Hashable, Sendable {
    /// The name of the service: "org.bluez".
    package var service: String
    /// The object: "/org/bluez/hci0".
    package var path: String
    /// The interface of the object: "org.bluez.Adapter1".
    package var interface: String
    /// The name of the method: "StartDiscovery".
    package var member: String
    /// Its arguments, in order.
    package var arguments: [DBusValue]

    /// Describes a call; nothing is sent.
    package init(service: String, path: String, interface: String, member: String, arguments: [DBusValue] = []) {
        self.service = service
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// A received message.
package enum DBusMessage: Hashable, Sendable {
    /// A signal of a service.
    case signal(DBusSignal)
    /// The answer to the call with this number.
    case answer(to: UInt64, Result<[DBusValue], DBusError>)
}

/// A signal: a message without an answer, to all that watch it.
package struct DBusSignal: Hashable, Sendable {
    /// The object that sends it.
    package var path: String
    /// The interface of the object.
    package var interface: String
    /// The name of the signal.
    package var member: String
    /// Its arguments, in order.
    package var arguments: [DBusValue]
}

extension DBusMessage {
    /// Reads a message of sd-bus; `nil` for a method call, which this program does not serve.
    init?(_ message: OpaquePointer) {
        if navbus_bus_is_signal(message) != 0 {
            self = .signal(
                DBusSignal(
                    path: text(sd_bus_message_get_path(message)),
                    interface: text(sd_bus_message_get_interface(message)),
                    member: text(sd_bus_message_get_member(message)), arguments: DBusReader(message).all()))
            return
        }
        var cookie: UInt64 = 0
        guard sd_bus_message_get_reply_cookie(message, &cookie) >= 0 else { return nil }
        if let error = sd_bus_message_get_error(message) {
            self = .answer(
                to: cookie, .failure(.answer(name: text(error.pointee.name), text: text(error.pointee.message))))
        } else {
            self = .answer(to: cookie, .success(DBusReader(message).all()))
        }
    }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

/// Reads the values of a message.
private struct DBusReader {
    let message: OpaquePointer

    init(_ message: OpaquePointer) { self.message = message }

    /// All remaining values at this depth. sd-bus has validated the message before.
    func all() -> [DBusValue] {
        var values: [DBusValue] = []
        while let value = next() { values.append(value) }
        return values
    }

    private func next() -> DBusValue? {
        var kind: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard sd_bus_message_peek_type(message, &kind, &contents) > 0 else { return nil }
        let inner = text(contents)
        switch UInt8(bitPattern: kind) {
        case UInt8(ascii: "v"): return entered(kind, contents) { $0.first } ?? nil
        case UInt8(ascii: "r"): return entered(kind, contents) { .structure($0) }
        case UInt8(ascii: "e"): return entered(kind, contents) { .structure($0) }
        case UInt8(ascii: "a"): return inner == "y" ? bytes() : entered(kind, contents) { Self.array(of: inner, $0) }
        default: return basic(kind)
        }
    }

    private func entered<Value>(
        _ kind: CChar, _ contents: UnsafePointer<CChar>?, _ make: ([DBusValue]) -> Value
    ) -> Value? {
        guard sd_bus_message_enter_container(message, kind, contents) > 0 else { return nil }
        let values = all()
        guard sd_bus_message_exit_container(message) >= 0 else { return nil }
        return make(values)
    }

    /// An array of entries with text keys is a dictionary.
    private static func array(of element: String, _ values: [DBusValue]) -> DBusValue {
        guard element.hasPrefix("{s") || element.hasPrefix("{o") else { return .array(of: element, values) }
        var members: [String: DBusValue] = [:]
        for case .structure(let entry) in values where entry.count == 2 {
            if let name = entry[0].asText { members[name] = entry[1] }
        }
        return .dictionary(members)
    }

    private func bytes() -> DBusValue? {
        var start: UnsafeRawPointer?
        var count = 0
        guard sd_bus_message_read_array(message, CChar(UInt8(ascii: "y")), &start, &count) >= 0 else { return nil }
        return .bytes(Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
    }

    private func basic(_ kind: CChar) -> DBusValue? {
        switch UInt8(bitPattern: kind) {
        case UInt8(ascii: "y"): number(kind, UInt8(0)).map { .integer(Int64($0)) }
        case UInt8(ascii: "n"): number(kind, Int16(0)).map { .integer(Int64($0)) }
        case UInt8(ascii: "q"): number(kind, UInt16(0)).map { .integer(Int64($0)) }
        case UInt8(ascii: "i"): number(kind, Int32(0)).map { .int32($0) }
        case UInt8(ascii: "u"): number(kind, UInt32(0)).map { .uint32($0) }
        case UInt8(ascii: "x"): number(kind, Int64(0)).map { .integer($0) }
        case UInt8(ascii: "t"): number(kind, UInt64(0)).map { .integer(Int64(clamping: $0)) }
        case UInt8(ascii: "b"): number(kind, Int32(0)).map { .bool($0 != 0) }
        case UInt8(ascii: "d"): number(kind, 0.0).map { .double($0) }
        case UInt8(ascii: "h"): descriptor(kind)
        case UInt8(ascii: "o"): word(kind).map { .path($0) }
        default: word(kind).map { .string($0) }
        }
    }

    private func number<Number: BitwiseCopyable>(_ kind: CChar, _ start: Number) -> Number? {
        var value = start
        return sd_bus_message_read_basic(message, kind, &value) > 0 ? value : nil
    }

    private func word(_ kind: CChar) -> String? {
        var pointer: UnsafePointer<CChar>?
        return sd_bus_message_read_basic(message, kind, &pointer) > 0 ? text(pointer) : nil
    }

    /// A copy, because the descriptor of the message is closed with the message.
    private func descriptor(_ kind: CChar) -> DBusValue? {
        guard let number = number(kind, Int32(-1)) else { return nil }
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
        return copy < 0 ? nil : .descriptor(DBusDescriptor(owning: copy))
    }
}
