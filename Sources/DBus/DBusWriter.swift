import CSystemd

/// Writes values into a message. Each function returns a code of sd-bus: negative for an error.
struct DBusWriter {
    let message: OpaquePointer

    init(_ message: OpaquePointer) { self.message = message }

    func append(_ values: [DBusValue]) -> Int32 {
        for value in values {
            let result = append(value)
            if result < 0 { return result }
        }
        return 0
    }

    private func append(_ value: DBusValue) -> Int32 {
        switch value {
        case .bool(let value): basic("b", Int32(value ? 1 : 0))
        case .int32(let value): basic("i", value)
        case .uint32(let value): basic("u", value)
        case .integer(let value): basic("x", value)
        case .double(let value): basic("d", value)
        case .descriptor(let value): basic("h", value.number)
        case .string(let text): word("s", text)
        case .path(let text): word("o", text)
        case .bytes(let bytes):
            bytes.withUnsafeBytes { sd_bus_message_append_array(message, Self.letter("y"), $0.baseAddress, $0.count) }
        case .variant(let value): variant(value)
        case .array(let element, let values): container("a", element) { append(values) }
        case .structure(let members):
            container("r", members.map(\.signature).joined()) { append(members) }
        case .dictionary(let members):
            container("a", "{sv}") {
                // Sorted, so that equal calls have equal bytes.
                for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                    let result = entry(name, value)
                    if result < 0 { return result }
                }
                return 0
            }
        }
    }

    private func variant(_ value: DBusValue) -> Int32 {
        container("v", value.signature) { append(value) }
    }

    private func entry(_ name: String, _ value: DBusValue) -> Int32 {
        container("e", "sv") {
            let result = word("s", name)
            return result < 0 ? result : variant(value)
        }
    }

    private func container(_ kind: Unicode.Scalar, _ contents: String, _ fill: () -> Int32) -> Int32 {
        var result = sd_bus_message_open_container(message, Self.letter(kind), contents)
        if result >= 0 { result = fill() }
        return result < 0 ? result : sd_bus_message_close_container(message)
    }

    private func basic<Number: BitwiseCopyable>(_ kind: Unicode.Scalar, _ number: Number) -> Int32 {
        withUnsafePointer(to: number) { sd_bus_message_append_basic(message, Self.letter(kind), $0) }
    }

    private func word(_ kind: Unicode.Scalar, _ text: String) -> Int32 {
        text.withCString { sd_bus_message_append_basic(message, Self.letter(kind), $0) }
    }

    private static func letter(_ kind: Unicode.Scalar) -> CChar { CChar(UInt8(ascii: kind)) }
}
