import NavigationEvents
import TOML

/// The names of roads in one country, and its outline.
struct CountryNames: Hashable {
    /// ISO 3166-1 alpha-2.
    let code: String
    /// The corners of each outline.
    private let outlines: [[Coordinate]]
    /// For each language, and for `any`, the texts of the road numbers by their letters; `%n` is the number.
    private let roads: [String: [String: String]]
    /// The directions after a road number, and at the ends of a street name.
    private let directions: [String: String]
    private let words: NameWords
    /// The language of the names, BCP 47; `nil` in a country with several.
    private let language: String?
    /// The style of digits by language.
    private let digits: [String: DigitStyle]

    /// The language of the texts for all languages without texts of their own.
    private static let anyLanguage = "any"

    init(toml text: String, name: String) throws(AnnouncementError) {
        do throws(ConfigurationError) {
            try self.init(TOMLDocument(text: text, file: name).root)
        } catch {
            throw .invalidTable(error)
        }
    }

    private init(_ root: TOMLSection) throws(ConfigurationError) {
        try root.allowOnly(["country", "language", "area", "roads", "directions", "words", "digits"])
        code = try root.requiredText("country")
        language = try root.text("language")
        if let tag = language, !tag.allSatisfy({ $0.isASCII && $0.isLetter || $0 == "-" }) {
            throw root.error("language", "\"\(tag)\" is no language tag; write \"en\" or \"pt-BR\"")
        }
        var outlines: [[Coordinate]] = []
        for text in try root.list("area") ?? [] {
            guard let outline = Self.outline(text) else {
                throw root.error(
                    "area",
                    "\"\(text)\" is no outline; write latitude and longitude of three or more corners: "
                        + "\"49,-125 49,-95 25,-97\"")
            }
            outlines.append(outline)
        }
        self.outlines = outlines
        var roads: [String: [String: String]] = [:]
        if let section = try root.section("roads") {
            for language in section.keys { roads[language] = try section.section(language).map(Self.texts) }
        }
        self.roads = roads
        var digits: [String: DigitStyle] = [:]
        if let section = try root.section("digits") {
            for language in section.keys {
                guard let style = DigitStyle(rawValue: try section.text(language) ?? "") else {
                    let known = DigitStyle.allCases.map(\.rawValue).joined(separator: ", ")
                    throw section.error(language, "there is no such style of digits; there are \(known)")
                }
                digits[language] = style
            }
        }
        self.digits = digits
        directions = try root.section("directions").map(Self.texts) ?? [:]
        words = NameWords(try root.section("words").map(Self.texts) ?? [:])
    }

    private static func texts(_ section: TOMLSection) throws(ConfigurationError) -> [String: String] {
        var texts: [String: String] = [:]
        for key in section.keys { texts[key] = try section.text(key) }
        return texts
    }
}

extension CountryNames {
    /// Returns a name as people say it; `nil` if it stays as it is.
    func spoken(_ name: String, language: String) -> String? {
        let said = road(name, language: language) ?? street(name)
        return said == name ? nil : said
    }

    /// Returns a road number in the words of the country, with its direction; `nil` if the name is none.
    private func road(_ name: String, language: String) -> String? {
        guard let number = RoadNumber(name) else { return nil }
        let rest = number.rest.split(separator: " ")
        let format = roads[language]?[number.letters] ?? roads[Self.anyLanguage]?[number.letters]
        guard rest.count <= 1, format != nil || rest.allSatisfy({ direction($0) != nil }) else { return nil }
        let ways = rest.map { direction($0) ?? String($0) }
        let spoken = format?.replacing("%n", with: number.number) ?? "\(number.letters) \(number.number)"
        // Without a text of the country, the language decides about the form of a number alone.
        return format == nil && ways.isEmpty ? name : ([spoken] + ways).joined(separator: " ")
    }

    /// Returns how a voice says a name that is written in full; `nil` if it reads the name rightly.
    ///
    /// - Parameters:
    ///   - name: The name as it is announced.
    ///   - voice: The language of the voice, without region.
    func pronunciation(of name: String, voice: String) -> NamePronunciation? {
        let own = language.flatMap { $0.split(separator: "-").first.map(String.init) }
        // People say the letters of a road number in their own language; a name is foreign to them.
        let isForeign = own != nil && own != voice && name.contains { $0.isLowercase }
        let spoken = digits[isForeign ? own ?? voice : voice]?.spoken(name) ?? name
        guard isForeign || spoken != name else { return nil }
        return NamePronunciation(name: name, spoken: spoken, language: isForeign ? language : nil)
    }

    private func direction(_ word: Substring) -> String? {
        directions[String(word)] ?? directions.values.first { $0 == word }
    }

    /// Returns the name of a street in full words.
    private func street(_ name: String) -> String {
        var words = name.split(separator: " ")
        var (first, last): (String?, String?)
        // "E Main St" and "Main St NW" have directions; "E St" and "Avenue N" are named by a letter.
        if words.count > 2, let word = words.first, let direction = directions[String(word)] {
            first = direction
            words.removeFirst()
        }
        if words.count > 2, let word = words.last, let direction = directions[String(word)] {
            last = direction
            words.removeLast()
        }
        return ([first].compactMap(\.self) + self.words.spoken(words) + [last].compactMap(\.self))
            .joined(separator: " ")
    }
}

extension CountryNames {
    /// The extent of the outlines in square degrees, to prefer a small country to its neighbour.
    var size: Double {
        let latitudes = outlines.joined().map(\.latitudeDegrees)
        let longitudes = outlines.joined().map(\.longitudeDegrees)
        return ((latitudes.max() ?? 0) - (latitudes.min() ?? 0)) * ((longitudes.max() ?? 0) - (longitudes.min() ?? 0))
    }

    /// Whether a position is inside of an outline.
    func contains(_ position: Coordinate) -> Bool { outlines.contains { Self.contains(position, in: $0) } }

    /// Counts the sides of the outline that a line from the position to the east crosses.
    private static func contains(_ position: Coordinate, in outline: [Coordinate]) -> Bool {
        let (latitude, longitude) = (position.latitudeDegrees, position.longitudeDegrees)
        var isInside = false
        for (from, to) in zip(outline, outline.dropFirst() + outline.prefix(1)) {
            guard (from.latitudeDegrees > latitude) != (to.latitudeDegrees > latitude) else { continue }
            let share = (latitude - from.latitudeDegrees) / (to.latitudeDegrees - from.latitudeDegrees)
            let crossing = from.longitudeDegrees + share * (to.longitudeDegrees - from.longitudeDegrees)
            if longitude < crossing { isInside.toggle() }
        }
        return isInside
    }

    private static func outline(_ text: String) -> [Coordinate]? {
        let corners = text.split(separator: " ").map { corner -> Coordinate? in
            let numbers = corner.split(separator: ",").map { Double($0) }
            guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
            let position = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
            return position.isValid ? position : nil
        }
        let valid = corners.compactMap(\.self)
        return valid.count == corners.count && valid.count > 2 ? valid : nil
    }
}
