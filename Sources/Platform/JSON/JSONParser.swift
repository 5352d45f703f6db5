/// Parses a JSON document into a flat list of its values.
struct JSONParser {
    /// The offset of the first invalid byte, and the reason if it is not the byte itself.
    struct Break: Error {
        var offset: Int
        var problem: String?
    }

    /// Maximum depth of nested brackets.
    private static let maxDepth = 512

    let bytes: [UInt8]
    private(set) var values: [JSONDocument.Value] = []
    private let count: Int
    private var offset = 0

    /// Creates a parser for a document of less than 2³¹ bytes.
    init(_ document: [UInt8]) {
        count = document.count
        // The zero, which is not part of JSON, ends every loop below.
        bytes = document + [0]
        values.reserveCapacity(document.count / 12)
    }

    /// The tokens that may come next.
    private enum Expected { case value, valueOrEnd, name, nameOrEnd, commaOrEnd }

    /// Parses the document. The open brackets are in a list, so that deep nesting cannot exhaust the stack.
    mutating func parse() throws(Break) {
        var open: [Int] = []
        var expected = Expected.value
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        while true {
            guard values.count <= JSONDocument.maxValues else { throw Break(offset: offset) }
            skipSpace()
            let byte = bytes[offset]
            switch (expected, byte) {
            case (.commaOrEnd, _) where open.isEmpty:
                guard offset == count else { throw Break(offset: offset) }
                return
            case (.valueOrEnd, UInt8(ascii: "]")), (.nameOrEnd, UInt8(ascii: "}")),
                (.commaOrEnd, UInt8(ascii: "]")), (.commaOrEnd, UInt8(ascii: "}")):
                guard let last = open.popLast(), (values[last].kind == .list) == (byte == UInt8(ascii: "]")) else {
                    throw Break(offset: offset)
                }
                offset += 1
                close(last)
                expected = .commaOrEnd
            case (.commaOrEnd, UInt8(ascii: ",")):
                offset += 1
                expected = open.last.map { values[$0].kind == .list } ?? true ? .value : .name
            case (.name, UInt8(ascii: "\"")), (.nameOrEnd, UInt8(ascii: "\"")):
                try readText()
                try skipColon()
                expected = .value
            case (.value, UInt8(ascii: "{")), (.value, UInt8(ascii: "[")), (.valueOrEnd, UInt8(ascii: "{")),
                (.valueOrEnd, UInt8(ascii: "[")):
                guard open.count < Self.maxDepth else {
                    throw Break(offset: offset, problem: "it nests more than \(Self.maxDepth) brackets")
                }
                open.append(values.count)
                let isList = byte == UInt8(ascii: "[")
                values.append(.init(kind: isList ? .list : .object, start: Int32(offset)))
                offset += 1
                expected = isList ? .valueOrEnd : .nameOrEnd
            case (.value, _), (.valueOrEnd, _):
                try readScalar(byte)
                expected = .commaOrEnd
            default: throw Break(offset: offset)
            }
        }
    }

    private mutating func close(_ index: Int) {
        values[index].end = Int32(offset)
        values[index].next = Int32(values.count)
    }

    private mutating func skipSpace() {
        while bytes[offset] <= 0x20, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset += 1 }
    }

    private mutating func skipColon() throws(Break) {
        skipSpace()
        guard bytes[offset] == UInt8(ascii: ":") else { throw Break(offset: offset) }
        offset += 1
    }

    private mutating func readScalar(_ byte: UInt8) throws(Break) {
        switch byte {
        case UInt8(ascii: "\""): try readText()
        case UInt8(ascii: "t"): try readWord("true", .yes)
        case UInt8(ascii: "f"): try readWord("false", .no)
        case UInt8(ascii: "n"): try readWord("null", .null)
        default: try readNumber()
        }
    }

    private mutating func readWord(_ word: StaticString, _ kind: JSONDocument.Kind) throws(Break) {
        for place in 0..<word.utf8CodeUnitCount where bytes[offset + place] != word.utf8Start[place] {
            throw Break(offset: offset + place == count ? count : offset)
        }
        append(kind, from: offset, to: offset + word.utf8CodeUnitCount)
        offset += word.utf8CodeUnitCount
    }

    private mutating func readText() throws(Break) {
        let start = offset + 1
        var place = start
        var hasEscapes = false
        while true {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") { break }
            if byte < 0x20 { throw Break(offset: place) }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                place = try endOfEscape(at: place)
            } else {
                place += 1
            }
        }
        append(.text, from: start, to: place)
        values[values.count - 1].hasEscapes = hasEscapes
        offset = place + 1
    }

    /// The offset after an escape sequence.
    private func endOfEscape(at place: Int) throws(Break) -> Int {
        switch bytes[place + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return place + 2
        case UInt8(ascii: "u"):
            for digit in (place + 2)..<(place + 6) where !Self.isHexadecimal(bytes[digit]) {
                throw Break(offset: digit)
            }
            return place + 6
        default: throw Break(offset: place + 1)
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private mutating func readNumber() throws(Break) {
        let start = offset
        var place = start
        if bytes[place] == UInt8(ascii: "-") { place += 1 }
        let whole = digits(at: place)
        guard whole > 0, whole == 1 || bytes[place] != UInt8(ascii: "0") else {
            throw Break(offset: place == start || place == count ? place : start)
        }
        place += whole
        if bytes[place] == UInt8(ascii: ".") { place = try requireDigits(at: place + 1) }
        if bytes[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            if bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place += 1 }
            place = try requireDigits(at: place)
        }
        append(.number, from: start, to: place)
        offset = place
    }

    private func digits(at start: Int) -> Int {
        var place = start
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) { place += 1 }
        return place - start
    }

    private func requireDigits(at place: Int) throws(Break) -> Int {
        let found = digits(at: place)
        guard found > 0 else { throw Break(offset: place) }
        return place + found
    }

    private mutating func append(_ kind: JSONDocument.Kind, from start: Int, to end: Int) {
        values.append(.init(kind: kind, start: Int32(start), end: Int32(end), next: Int32(values.count + 1)))
    }
}
