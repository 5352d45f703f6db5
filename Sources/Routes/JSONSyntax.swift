/// Finds where bytes stop being JSON, since the decoder does not tell.
struct JSONSyntax {
    private let bytes: [UInt8]
    private var offset = 0

    /// Offset of the first byte that cannot follow those before it, or the count of bytes where the text breaks off;
    /// `nil` if all of it is one value.
    static func firstBreak(in bytes: [UInt8]) -> Int? {
        var syntax = JSONSyntax(bytes: bytes)
        return syntax.firstBreak()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// What may come next.
    private enum Expected { case value, valueOrEnd, name, nameOrEnd, commaOrEnd }

    /// Keeps the open brackets itself, so that no depth of nesting can exhaust the stack.
    private mutating func firstBreak() -> Int? {
        var open: [UInt8] = []
        var expected = Expected.value
        skipSpace()
        while offset < bytes.count {
            let byte = bytes[offset]
            switch (expected, byte) {
            case (.value, UInt8(ascii: "{")), (.valueOrEnd, UInt8(ascii: "{")):
                open.append(UInt8(ascii: "}"))
                offset += 1
                expected = .nameOrEnd
            case (.value, UInt8(ascii: "[")), (.valueOrEnd, UInt8(ascii: "[")):
                open.append(UInt8(ascii: "]"))
                offset += 1
                expected = .valueOrEnd
            case (.nameOrEnd, UInt8(ascii: "}")), (.valueOrEnd, UInt8(ascii: "]")),
                (.commaOrEnd, UInt8(ascii: "}")), (.commaOrEnd, UInt8(ascii: "]")):
                guard open.popLast() == byte else { return offset }
                offset += 1
                expected = .commaOrEnd
            case (.commaOrEnd, UInt8(ascii: ",")):
                guard let bracket = open.last else { return offset }
                offset += 1
                expected = bracket == UInt8(ascii: "}") ? .name : .value
            case (.name, UInt8(ascii: "\"")), (.nameOrEnd, UInt8(ascii: "\"")):
                guard skipText(), skipColon() else { return offset }
                expected = .value
            case (.value, _), (.valueOrEnd, _):
                guard skipScalar() else { return offset }
                expected = .commaOrEnd
            default: return offset
            }
            skipSpace()
        }
        return expected == .commaOrEnd && open.isEmpty ? nil : offset
    }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    private mutating func skipColon() -> Bool {
        skipSpace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else { return false }
        offset += 1
        return true
    }

    private mutating func skipText() -> Bool {
        offset += 1
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset += 1
                return true
            case UInt8(ascii: "\\"): offset = min(offset + 2, bytes.count)
            case ..<0x20: return false
            default: offset += 1
            }
        }
        return false
    }

    private mutating func skipScalar() -> Bool {
        if bytes[offset] == UInt8(ascii: "\"") { return skipText() }
        for word in ["true", "false", "null"] where bytes[offset...].starts(with: word.utf8) {
            offset += word.utf8.count
            return true
        }
        return skipNumber()
    }

    private mutating func skipNumber() -> Bool {
        let start = offset
        var digits = 0
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): break
            default:
                if digits == 0 { offset = start }
                return digits > 0
            }
            offset += 1
        }
        return digits > 0
    }
}
