public import NavigationEvents

/// The texts of one language, from a TOML file or a file in Apple's `.strings` format.
///
/// The format `.strings` has entries `"key" = "text";`. A key of letters, digits, `_`, `-` and `.` needs no quotes.
/// Comments are `/* … */` and `// …`. The escapes in quotes are `\n`, `\r`, `\t`, `\U` or `\u` with four hexadecimal
/// digits (two of them for a surrogate pair), and a backslash with up to three octal digits (Latin-1). A backslash
/// before any other character gives that character. If a key repeats, the last text counts. The encoding is UTF-8, with
/// or without byte order mark, or UTF-16 with one.
public struct StringTable: StringRetriever, Hashable {
    /// The text of each key.
    public private(set) var texts: [String: String]
    /// The tag of the language ("de", "en-GB"); empty if the table does not define it.
    public internal(set) var language = ""
    /// The name of the language in that language ("Deutsch"); empty if the table does not define it.
    public internal(set) var languageName = ""
    /// The espeak-ng voice for the language; empty if the table does not define it.
    public internal(set) var voice = ""
    /// The speed of the voice; `nil` if the table does not define it.
    public internal(set) var voiceLettersPerSecond: Double?
    /// Whether the table is the default of its language: "en-US" for "en", for example.
    public internal(set) var isDefault = false
    /// The rules that choose the form of a unit after a number.
    public internal(set) var plurals = PluralRules()
    /// The inflection of names.
    public internal(set) var endings = NameEndings()
    /// The phrases "onto" that depend on the name of a street.
    public internal(set) var streets = StreetPatterns()
    /// The forms of street names by the name of the form, such as a name with its article.
    public internal(set) var forms: [String: StreetPatterns] = [:]
    /// The names of roads as people say them in each country.
    public var phonetics = Phonetics()

    /// Creates a table from texts.
    public init(texts: [String: String]) {
        self.texts = texts
    }

    /// Parses the bytes of a file in the format `.strings`.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - name: The name of the table in errors, usually its path.
    /// - Throws: ``AnnouncementError`` with line and column if the bytes are not a string table.
    public init(_ bytes: [UInt8], name: String = "string table") throws(AnnouncementError) {
        var parser = StringTableParser(scalars: try StringTable.scalars(of: bytes, name: name), table: name)
        self.init(texts: try parser.entries())
    }

    /// The letters that the voice speaks in a second, or those of a slow voice.
    public var lettersPerSecond: Double { voiceLettersPerSecond ?? SpokenLetters.perSecond }

    /// Returns the text for `id`; `nil` if the table has no such key.
    public func text(for id: String) -> String? { texts[id] }

    /// Returns the plural category of a number by the rules of the table.
    public func pluralCategory(ofTenths tenths: Int) -> String { plurals.category(ofTenths: tenths) }

    /// Returns a name in a form of the table, or in a grammatical case by its endings.
    public func inflect(_ name: String, case grammaticalCase: String) -> String {
        guard let form = forms[grammaticalCase] else { return endings.inflect(name, case: grammaticalCase) }
        guard let text = form.text(for: name) else { return name }
        // A form may use another form, but not itself.
        var others = self
        others.forms[grammaticalCase] = nil
        return NameTemplate.filled(text, with: name) { others.inflect($0, case: $1) }
    }

    /// Returns a name as people say it in a country; `nil` if nothing is known about it. If the country is unknown, it
    /// is the region of the language.
    public func spokenName(_ name: String, in country: String?) -> String? {
        phonetics.spoken(name, in: country ?? region, language: plainLanguage)
    }

    /// Returns how the voice says a name in a country; `nil` if it reads the name rightly. If the country is unknown, it
    /// is the region of the language.
    public func pronunciation(of name: String, in country: String?) -> NamePronunciation? {
        phonetics.pronunciation(of: name, in: country ?? region, language: plainLanguage)
    }

    /// The language without its region: "en" for "en-US".
    private var plainLanguage: String { String(language.prefix { $0 != "-" }) }

    /// The region of the language: "US" for "en-US"; empty if it has none.
    private var region: String { String(language.dropFirst(plainLanguage.count + 1)) }

    /// Returns the country at a position by the outlines of the table's countries.
    public func countryCode(at position: Coordinate) -> String? { phonetics.countryCode(at: position) }

    /// Returns the phrase "onto" for a street of this name by the patterns of the table.
    public func streetText(for name: String) -> String? { streets.text(for: name) }

    /// Returns this table with the missing keys from another table.
    ///
    /// For each key the text of this table counts, also an empty one. If this table has a general text without the more
    /// exact one, the more exact text of the other table is left out.
    public func overlaid(on other: StringTable) -> StringTable {
        var merged = self
        let below = other.texts.filter { key, _ in !StringKey.generalKeys(for: key).contains { texts[$0] != nil } }
        merged.texts.merge(below) { own, _ in own }
        if language.isEmpty { merged.language = other.language }
        if languageName.isEmpty { merged.languageName = other.languageName }
        if voice.isEmpty {
            (merged.voice, merged.voiceLettersPerSecond) = (
                other.voice, voiceLettersPerSecond ?? other.voiceLettersPerSecond
            )
        }
        merged.plurals = plurals.overlaid(on: other.plurals)
        merged.endings = endings.overlaid(on: other.endings)
        merged.forms.merge(other.forms) { own, other in own.overlaid(on: other) }
        merged.phonetics = phonetics.overlaid(on: other.phonetics)
        // A table with this phrase and no patterns defines the phrase for every street.
        let goesOnto = texts["guidance_streetDirectionSep"] != nil
        merged.streets = goesOnto && streets.isEmpty ? streets : streets.overlaid(on: other.streets)
        return merged
    }
}

extension StringTable {
    /// Decodes UTF-8, or UTF-16 if there is its byte order mark, and leaves the mark out.
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
            let position = TextPosition(after: scalars)
            throw .notText(table: name, line: position.line, column: position.column)
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
                let position = TextPosition(after: scalars)
                throw .notText(table: name, line: position.line, column: position.column)
            }
        }
    }
}

/// A line and a column in a text, both counted from 1; a column is a Unicode scalar.
struct TextPosition: Equatable {
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
