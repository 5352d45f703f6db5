/// A JSON value, from a small parser for single lines.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    /// If a name occurs twice, its last value is used.
    case object([String: JSONValue])

    /// Parses a text that is exactly one value; `nil` if it is not, or if it is nested too deeply.
    init?(json bytes: [UInt8]) {
        var reader = JSONReader(bytes)
        guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
        self = value
    }

    /// The members of an object; `nil` for any other value.
    var members: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }
}

/// A parser of JSON, by RFC 8259.
private struct JSONReader {
    private static let maxDepth = 32

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return offset == bytes.count
        }
    }

    mutating func value(depth: Int) -> JSONValue? {
        guard depth < Self.maxDepth else { return nil }
        skipSpace()
        guard offset < bytes.count else { return nil }
        switch bytes[offset] {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return list(depth: depth)
        case UInt8(ascii: "\""): return text().map { .text($0) }
        case UInt8(ascii: "t"): return consume("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return consume("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return consume("null") ? .null : nil
        default: return number().map { .number($0) }
        }
    }

    private mutating func object(depth: Int) -> JSONValue? {
        offset += 1
        var members: [String: JSONValue] = [:]
        if consume("}") { return .object(members) }
        repeat {
            skipSpace()
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\""), let name = text(), consume(":"),
                let value = value(depth: depth + 1)
            else { return nil }
            members[name] = value
        } while consume(",")
        return consume("}") ? .object(members) : nil
    }

    private mutating func list(depth: Int) -> JSONValue? {
        offset += 1
        var items: [JSONValue] = []
        if consume("]") { return .list(items) }
        repeat {
            guard let item = value(depth: depth + 1) else { return nil }
            items.append(item)
        } while consume(",")
        return consume("]") ? .list(items) : nil
    }

    /// Parses a number: a minus, digits without a leading zero, a fraction, an exponent.
    private mutating func number() -> Double? {
        let start = offset
        _ = consumeByte("-")
        let whole = digits()
        guard whole > 0, whole == 1 || bytes[offset - whole] != UInt8(ascii: "0") else { return nil }
        if consumeByte("."), digits() == 0 { return nil }
        if consumeByte("e") || consumeByte("E") {
            if !consumeByte("+") { _ = consumeByte("-") }
            if digits() == 0 { return nil }
        }
        let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self))
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    private mutating func digits() -> Int {
        let start = offset
        while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) { offset += 1 }
        return offset - start
    }

    private mutating func text() -> String? {
        offset += 1
        var content: [UInt8] = []
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: content, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escaped() else { return nil }
                content.append(contentsOf: Array(String(Character(scalar)).utf8))
            case 0..<32: return nil
            default: content.append(byte)
            }
        }
        return nil
    }

    private mutating func escaped() -> Unicode.Scalar? {
        guard offset < bytes.count else { return nil }
        let byte = bytes[offset]
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return unicode()
        default: return nil
        }
    }

    /// Parses four hexadecimal digits, or a surrogate pair of twice four.
    private mutating func unicode() -> Unicode.Scalar? {
        guard let first = unit() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard consumeByte("\\"), consumeByte("u"), let second = unit(), (0xDC00..<0xE000).contains(second) else {
            return nil
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func unit() -> UInt32? {
        guard offset + 4 <= bytes.count else { return nil }
        let digits = bytes[offset..<offset + 4]
        offset += 4
        guard digits.first != UInt8(ascii: "+") else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// Consumes a word after any space, if it is next.
    private mutating func consume(_ word: StaticString) -> Bool {
        skipSpace()
        let end = offset + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where bytes[offset + index] != word.utf8Start[index] { return false }
        offset = end
        return true
    }

    private mutating func consumeByte(_ scalar: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: scalar) else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }
}
