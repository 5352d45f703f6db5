/// Parses a binary property list (`bplist00`).
///
/// The objects of a file refer to each other by number. A few bytes can therefore represent endless depth, or more
/// values than fit into memory, so the parser limits depth, values and bytes. It uses no library, since the format is
/// small and the input is untrusted.
struct BinaryPropertyListReader {
    private let bytes: [UInt8]
    private let file: String
    private var offsetSize = 0
    private var referenceSize = 0
    private var objectCount = 0
    private var tableOffset = 0
    private var values = 0
    private var textBytes = 0

    private static let headBytes = 8
    private static let trailerBytes = 32

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// Returns the root value of the list.
    mutating func list() throws(BookError) -> PropertyList {
        guard bytes.starts(with: "bplist0".utf8) else {
            throw problem("it is a binary property list of an unknown version", at: 6)
        }
        let trailer = bytes.count - Self.trailerBytes
        guard trailer >= Self.headBytes else { throw problem("it ends too early", at: bytes.count) }
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = number(at: trailer + 8, size: 8), let top = number(at: trailer + 16, size: 8),
            let table = number(at: trailer + 24, size: 8), count >= 1, top < count, table >= Self.headBytes,
            table <= trailer, count <= (trailer - table) / offsetSize
        else { throw problem("its table of objects is broken", at: trailer) }
        objectCount = count
        tableOffset = table
        return try object(top, depth: 0)
    }

    private func problem(_ text: String, at byte: Int) -> BookError {
        .malformedBinary(file: file, byte: byte, problem: text)
    }

    /// Returns a big-endian number of 1 to 8 bytes; `nil` if it lies outside the file or exceeds `Int`.
    private func number(at offset: Int, size: Int) -> Int? {
        guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
        let value = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    private mutating func object(_ reference: Int, depth: Int) throws(BookError) -> PropertyList {
        guard reference < objectCount, let offset = number(at: tableOffset + reference * offsetSize, size: offsetSize),
            (Self.headBytes..<tableOffset).contains(offset)
        else { throw problem("there is no object \(reference)", at: tableOffset) }
        values += 1
        guard values <= PropertyList.Limit.values else {
            throw problem("it holds too many values for a book", at: offset)
        }
        guard depth < PropertyList.Limit.depth else {
            throw problem("it is nested too deeply for a book, or holds itself", at: offset)
        }
        return PropertyList(try content(at: offset, depth: depth))
    }

    private mutating func content(at offset: Int, depth: Int) throws(BookError) -> PropertyList.Content {
        let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 0xF))
        switch kind {
        case 0x0 where low == 8 || low == 9: return .bool(low == 9)
        case 0x1 where low <= 4: return .integer(try integer(at: offset + 1, size: 1 << low))
        case 0x2 where low == 2 || low == 3: return .real(try real(at: offset + 1, size: 1 << low))
        case 0x3 where low == 3: return .date("\(try real(at: offset + 1, size: 8))")
        case 0x4: return .data(count: try contents(at: offset, low, unit: 1).count)
        case 0x5: return .text(String(decoding: try textBytes(at: offset, low, unit: 1), as: UTF8.self))
        case 0x6: return .text(try wideText(at: offset, low))
        case 0x7: return .text(String(decoding: try textBytes(at: offset, low, unit: 1), as: UTF8.self))
        case 0xA: return .list(try references(at: offset, low, of: 1, depth: depth).first ?? [])
        case 0xD: return .dictionary(try dictionary(at: offset, low, depth: depth))
        default: throw problem("an object of the kind \(kind) is not valid in a book", at: offset)
        }
    }

    private func integer(at offset: Int, size: Int) throws(BookError) -> Int {
        // An integer of sixteen bytes must fit into eight; a book needs no larger number.
        let skipped = max(size - 8, 0)
        guard offset <= tableOffset - size, bytes[offset..<offset + skipped].allSatisfy({ $0 == 0 }) else {
            throw problem("a number is broken or too large", at: offset)
        }
        let value = bytes[offset + skipped..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // Integers of eight bytes are signed; shorter ones are unsigned.
        return Int(truncatingIfNeeded: value)
    }

    private func real(at offset: Int, size: Int) throws(BookError) -> Double {
        guard offset <= tableOffset - size else { throw problem("a number is cut short", at: offset) }
        let bits = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return size == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
    }

    /// Returns the range of the content of an object. The head gives the number of units; if it is 15, the number
    /// follows the head.
    private func contents(at offset: Int, _ low: Int, unit: Int) throws(BookError) -> Range<Int> {
        var (begin, count) = (offset + 1, low)
        if low == 0xF {
            guard begin < tableOffset, bytes[begin] >> 4 == 1, bytes[begin] & 0xF <= 3 else {
                throw problem("an object has no length", at: begin)
            }
            let size = 1 << Int(bytes[begin] & 0xF)
            guard let length = number(at: begin + 1, size: size) else { throw problem("a length is broken", at: begin) }
            (begin, count) = (begin + 1 + size, length)
        }
        guard begin <= tableOffset, count <= (tableOffset - begin) / unit else {
            throw problem("an object is cut short", at: offset)
        }
        return begin..<begin + count * unit
    }

    private mutating func textBytes(at offset: Int, _ low: Int, unit: Int) throws(BookError) -> ArraySlice<UInt8> {
        let range = try contents(at: offset, low, unit: unit)
        textBytes += range.count
        guard textBytes <= PropertyList.Limit.textBytes else {
            throw problem("it has too much text for a book", at: offset)
        }
        return bytes[range]
    }

    private mutating func wideText(at offset: Int, _ low: Int) throws(BookError) -> String {
        let text = try textBytes(at: offset, low, unit: 2)
        let units = stride(from: text.startIndex, to: text.endIndex, by: 2).map { index in
            UInt16(text[index]) << 8 | UInt16(text[index + 1])
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Reads rows of values: one row for an array; keys and values for a dictionary.
    private mutating func references(
        at offset: Int, _ low: Int, of rows: Int, depth: Int
    ) throws(BookError) -> [[PropertyList]] {
        let range = try contents(at: offset, low, unit: referenceSize * rows)
        let count = range.count / (referenceSize * rows)
        var result: [[PropertyList]] = []
        for row in 0..<rows {
            var values: [PropertyList] = []
            for index in 0..<count {
                let referenceOffset = range.lowerBound + (row * count + index) * referenceSize
                guard let reference = number(at: referenceOffset, size: referenceSize) else {
                    throw problem("a reference is broken", at: referenceOffset)
                }
                values.append(try object(reference, depth: depth + 1))
            }
            result.append(values)
        }
        return result
    }

    private mutating func dictionary(
        at offset: Int, _ low: Int, depth: Int
    ) throws(BookError) -> [String: PropertyList] {
        let rows = try references(at: offset, low, of: 2, depth: depth)
        var result: [String: PropertyList] = [:]
        for (key, value) in zip(rows[0], rows[1]) {
            guard let name = key.text else { throw problem("a key is \(key.kind), not a string", at: offset) }
            guard result.updateValue(value, forKey: name) == nil else {
                throw problem("the key \"\(name)\" occurs twice", at: offset)
            }
        }
        return result
    }
}
