/// Decodes the texts and numbers of JSON.
enum JSONDecoding {
    private static let short: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "f"): 0x0C,
    ]

    /// A text with its escape sequences decoded; half a surrogate pair becomes the replacement character.
    static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let mark = rest.popFirst() else {
                plain.append(byte)
                continue
            }
            if mark == UInt8(ascii: "u") {
                plain += Array(String(character(&rest)).utf8)
            } else {
                plain.append(short[mark] ?? mark)
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }

    /// The character after `\u`, of one or two groups of four digits.
    private static func character(_ rest: inout ArraySlice<UInt8>) -> Character {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        guard let first = group(rest) else { return Character(replacement) }
        rest = rest.dropFirst(4)
        if (0xD800..<0xDC00).contains(first), rest.starts(with: "\\u".utf8), let second = group(rest.dropFirst(2)),
            (0xDC00..<0xE000).contains(second)
        {
            rest = rest.dropFirst(6)
            return Character(Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? replacement)
        }
        return Character(Unicode.Scalar(first) ?? replacement)
    }

    private static func group(_ rest: ArraySlice<UInt8>) -> UInt32? {
        guard rest.count >= 4 else { return nil }
        return UInt32(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16)
    }

    private static let powersOfTen: [Double] = (0...22).map { power in
        (0..<power).reduce(1.0) { product, _ in product * 10 }
    }

    /// The number between two offsets; `nil` if it is not finite.
    static func number(_ bytes: [UInt8], from start: Int, to end: Int) -> Double? {
        // Up to fifteen digits and small powers of ten are exact in floating point, and one division rounds correctly.
        var (digits, decimals, count, isFraction) = (0 as UInt64, 0, 0, false)
        let isNegative = bytes[start] == UInt8(ascii: "-")
        for place in (isNegative ? start + 1 : start)..<end {
            let byte = bytes[place]
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), count < 15 {
                digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
                if digits > 0 { count += 1 }
                if isFraction { decimals += 1 }
            } else {
                return slowNumber(bytes[start..<end])
            }
        }
        guard decimals <= 22 else { return slowNumber(bytes[start..<end]) }
        let value = Double(digits) / powersOfTen[decimals]
        return isNegative ? -value : value
    }

    private static func slowNumber(_ bytes: ArraySlice<UInt8>) -> Double? {
        guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }
}
