public import NavigationEvents

/// The names of roads as people say them, by country.
///
/// A file in the folder `phonetics` of the string tables describes one country:
///
///     country = "US"
///     language = "en-us"                         # a voice of it says the names
///     area = ["49,-125 49,-95 25,-97 32,-117"]   # outlines: latitude and longitude of the corners
///     [roads.any]
///     I = "Interstate %n"                        # I-95
///     [directions]
///     N = "North"                                # N Main St, I-95 N
///     [words]
///     Blvd = "Boulevard"
///     "St *" = "Saint"                           # as the first word; "* St" as the last one
///     [digits]
///     en = "pairs"                               # in English, 283 is "two eighty-three"
public struct Phonetics: Sendable, Hashable {
    private var countries: [String: CountryNames] = [:]

    /// Creates an object without countries: no name changes.
    public init() {}

    /// Adds the country of a file.
    ///
    /// - Parameters:
    ///   - text: The content of the file, in TOML.
    ///   - name: The name of the file in errors, usually its path.
    /// - Throws: ``AnnouncementError`` with line and column if the file is invalid.
    public mutating func add(toml text: String, name: String) throws(AnnouncementError) {
        let country = try CountryNames(toml: text, name: name)
        countries[country.code] = country
    }

    /// Adds the country of the file at a path.
    ///
    /// - Throws: ``AnnouncementError`` if the file cannot be read or is invalid.
    public mutating func add(contentsOf path: String) throws(AnnouncementError) {
        try add(toml: StringTable.text(of: path), name: path)
    }

    /// The codes of the countries, sorted.
    public var countryCodes: [String] { countries.keys.sorted() }

    /// Returns these countries and those of `others` that are not among them.
    func overlaid(on others: Phonetics) -> Phonetics {
        var merged = self
        merged.countries.merge(others.countries) { own, _ in own }
        return merged
    }

    /// Returns a name as people say it in a country; `nil` if nothing is known about it.
    ///
    /// - Parameters:
    ///   - name: The name of a road or a place: "I-95 N", "E Main St".
    ///   - country: The country, ISO 3166-1 alpha-2.
    ///   - language: The language of the announcement, without region.
    public func spoken(_ name: String, in country: String, language: String) -> String? {
        countries[country]?.spoken(name, language: language)
    }

    /// Returns how a voice says a name in a country; `nil` if it reads the name rightly.
    ///
    /// - Parameters:
    ///   - name: The name as it is announced.
    ///   - country: The country, ISO 3166-1 alpha-2.
    ///   - language: The language of the voice, without region.
    public func pronunciation(of name: String, in country: String, language: String) -> NamePronunciation? {
        countries[country]?.pronunciation(of: name, voice: language)
    }

    /// Returns the country at a position by the outlines, which are only roughly true; `nil` if there is none. Of
    /// several countries it is the smallest.
    public func countryCode(at position: Coordinate) -> String? {
        countries.values.filter { $0.contains(position) }.min { $0.size < $1.size }?.code
    }
}
