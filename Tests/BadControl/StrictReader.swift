/// Detects fields that version 1 does not have.
enum StrictReader {
    /// Numbers of the fields of an envelope that contain an event.
    private static let eventFields: ClosedRange<UInt64> = 8...14
    /// Above all field numbers of events.
    private static let maxEventFieldNumber: UInt64 = 100

    /// Whether an envelope, or its event, has an unknown field.
    static func findsUnknownField(in envelope: [UInt8]) -> Bool {
        var isStrange = false
        walk(envelope[...]) { number, content in
            if number > eventFields.upperBound { isStrange = true }
            guard eventFields.contains(number) else { return }
            walk(content) { number, _ in if number > maxEventFieldNumber { isStrange = true } }
        }
        return isStrange
    }

    /// Calls `body` with each field number, and with the content of fields that hold bytes.
    private static func walk(_ message: ArraySlice<UInt8>, _ body: (UInt64, ArraySlice<UInt8>) -> Void) {
        var rest = message
        while !rest.isEmpty {
            let tag = number(&rest)
            var content: ArraySlice<UInt8> = []
            switch tag & 7 {
            case 0: _ = number(&rest)
            case 1: rest = rest.dropFirst(8)
            case 2:
                let length = Int(truncatingIfNeeded: number(&rest))
                content = rest.prefix(max(length, 0))
                rest = rest.dropFirst(max(length, 0))
            case 5: rest = rest.dropFirst(4)
            default: break
            }
            body(tag >> 3, content)
        }
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while let byte = rest.popFirst() {
            value |= UInt64(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 || shift > 63 { break }
        }
        return value
    }
}
