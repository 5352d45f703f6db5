@testable import Announcements

extension FuzzTarget {
    /// The names of roads in a country, and the names that are made with them.
    static let countryFile = FuzzTarget(
        name: "country-file", maxBytes: 4096, reaches: ["CountryNames", "Phonetics"]
    ) { bytes throws(FuzzFinding) in
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        var phonetics = Phonetics()
        guard (try? phonetics.add(toml: text, name: "country.toml")) != nil else { return }
        for country in phonetics.countryCodes {
            for name in ["I-95 N", "E Main St", "A 7", "St James St NW", "", "1st Ave", text] {
                for language in ["en", "de", "ja"] { _ = phonetics.spoken(name, in: country, language: language) }
            }
        }
    }
}
