/// The words of one language, from a TOML file or from one in Apple's `.strings` format.
///
/// The format `.strings`: entries `"key" = "text";`, where a key of letters, digits, `_`, `-` and `.` needs no quotes;
/// comments `/* … */` and `// …`; in quotes the escapes `\n`, `\r`, `\t`, `\U` or `\u` with four hexadecimal digits (two of
/// them for a surrogate pair), a backslash with up to three octal digits (Latin-1), and one before any other character,
/// which is that character. Of a key that repeats the last text counts. UTF-8, with or without byte order mark, or UTF-16
/// with one.
public struct StringTable: StringRetriever, Hashable {
    /// The texts by their keys.
    public private(set) var texts: [String: String]
    /// The tag of the language ("de", "en-GB"); empty where the table does not say.
    public internal(set) var language = ""
    /// What the language calls itself ("Deutsch"); empty where the table does not say.
    public internal(set) var languageName = ""
    /// The voice of espeak-ng that speaks it; empty where the table does not say.
    public internal(set) var voice = ""
    /// Whether the table serves for its language without a region: for "en" the one of "en-US", say.
    public internal(set) var isDefault = false
    /// Which form of a unit follows which number.
    public internal(set) var plurals = PluralRules()
    /// How names bend.
    public internal(set) var endings = NameEndings()
    /// How the way to a street is said, by its name.
    public internal(set) var streets = StreetPatterns()

    /// Makes a table of texts that are at hand.
    public init(texts: [String: String]) {
        self.texts = texts
    }

    /// Reads a table in the format `.strings` from the bytes of a file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - name: What errors call the table: its path.
    /// - Throws: ``AnnouncementError`` with line and column, when the bytes are not a string table or a key repeats.
    public init(_ bytes: [UInt8], name: String = "string table") throws(AnnouncementError) {
        var parser = StringTableParser(scalars: try StringTable.scalars(of: bytes, name: name), table: name)
        self.init(texts: try parser.entries())
    }

    /// The text for `id`; `nil` if the table has no such key.
    public func text(for id: String) -> String? { texts[id] }

    /// The form of a word after a number, as the rules of the table say.
    public func pluralCategory(ofTenths tenths: Int) -> String { plurals.category(ofTenths: tenths) }

    /// A name in a grammatical case, as the endings of the table say.
    public func inflect(_ name: String, case grammaticalCase: String) -> String {
        endings.inflect(name, case: grammaticalCase)
    }

    /// How the way to a street of this name is said, as the patterns of the table say.
    public func streetText(for name: String) -> String? { streets.text(for: name) }

    /// This table laid over another one: key by key, what this one has counts, an empty text too. Where this one has a
    /// general text and not the more exact one, the general one counts: the other's more exact text is left out.
    public func over(_ other: StringTable) -> StringTable {
        var merged = self
        let below = other.texts.filter { key, _ in !StringKey.general(of: key).contains { texts[$0] != nil } }
        merged.texts.merge(below) { own, _ in own }
        if language.isEmpty { merged.language = other.language }
        if languageName.isEmpty { merged.languageName = other.languageName }
        if voice.isEmpty { merged.voice = other.voice }
        merged.plurals = plurals.over(other.plurals)
        merged.endings = endings.over(other.endings)
        // Who says how to go onto a street, and no more, means every street.
        let goesOnto = texts["guidance_streetDirectionSep"] != nil
        merged.streets = goesOnto && streets.isEmpty ? streets : streets.over(other.streets)
        return merged
    }
}

extension StringTable {
    /// Decodes UTF-8, or UTF-16 where a byte order mark says so; the mark itself is left out.
    private static func scalars(of bytes: [UInt8], name: String) throws(AnnouncementError) -> [Unicode.Scalar] {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE): return try utf16(bytes.dropFirst(2), name: name) { low, high in (low, high) }
        case (0xFE, 0xFF): return try utf16(bytes.dropFirst(2), name: name) { high, low in (low, high) }
        default: break
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        return try decode(text, as: UTF8.self, name: name)
    }

    private static func utf16(
        _ bytes: ArraySlice<UInt8>, name: String, order: (UInt8, UInt8) -> (low: UInt8, high: UInt8)
    ) throws(AnnouncementError) -> [Unicode.Scalar] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
            let unit = order(bytes[index], bytes[index + 1])
            return UInt16(unit.high) << 8 | UInt16(unit.low)
        }
        let scalars = try decode(units, as: UTF16.self, name: name)
        guard bytes.count.isMultiple(of: 2) else {
            let place = TextPlace(after: scalars)
            throw .notText(table: name, line: place.line, column: place.column)
        }
        return scalars
    }

    private static func decode<Encoding: Unicode.Encoding>(
        _ units: some Collection<Encoding.CodeUnit>, as encoding: Encoding.Type, name: String
    ) throws(AnnouncementError) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(units.count)
        var input = units.makeIterator()
        var parser = Encoding.ForwardParser()
        while true {
            switch parser.parseScalar(from: &input) {
            case .valid(let encoded): scalars.append(Encoding.decode(encoded))
            case .emptyInput: return scalars
            case .error:
                let place = TextPlace(after: scalars)
                throw .notText(table: name, line: place.line, column: place.column)
            }
        }
    }
}

/// A place in a text, both numbers from 1; a column is a Unicode scalar.
struct TextPlace: Equatable {
    var line = 1
    var column = 1

    init() {}

    init(after scalars: some Sequence<Unicode.Scalar>) {
        for scalar in scalars { advance(over: scalar) }
    }

    mutating func advance(over scalar: Unicode.Scalar) {
        if scalar == "\n" {
            line += 1
            column = 1
        } else {
            column += 1
        }
    }
}
