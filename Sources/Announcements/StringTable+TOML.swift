import TOML

extension StringTable {
    /// Reads a table in TOML.
    ///
    ///     language = "de"
    ///     name = "Deutsch"
    ///     voice = "de"
    ///     [strings]
    ///     guidance_turnLeft = "links abbiegen"
    ///     [plurals]
    ///     one = "n = 1"
    ///
    /// Every part is optional: a table that overrides another one needs only what it changes.
    ///
    /// - Throws: ``AnnouncementError`` with line and column if the table is invalid or has an unknown key.
    public init(toml text: String, name: String = "string table") throws(AnnouncementError) {
        do throws(ConfigurationError) {
            try self.init(TOMLDocument(text: text, file: name).root)
        } catch {
            throw .invalidTable(error)
        }
    }

    private init(_ root: TOMLSection) throws(ConfigurationError) {
        try root.allowOnly([
            "language", "name", "voice", "lettersPerSecond", "default", "strings", "plurals", "cases", "streets",
            "forms",
        ])
        let texts = try root.section("strings").map(Self.texts) ?? [:]
        self.init(texts: texts)
        language = try root.text("language") ?? ""
        languageName = try root.text("name") ?? ""
        voice = try root.text("voice") ?? ""
        voiceLettersPerSecond = try Self.lettersPerSecond(root)
        isDefault = try root.bool("default") ?? false
        if let section = try root.section("plurals") { plurals = try Self.plurals(section) }
        if let section = try root.section("cases") { endings = try Self.endings(section) }
        if let section = try root.section("streets") { streets = try Self.streets(section) }
        guard let section = try root.section("forms") else { return }
        for form in section.keys { forms[form] = try section.section(form).map(Self.streets) }
    }

    /// The letters that voices speak in a second.
    private static let possibleLettersPerSecond = 5.0...50

    private static func lettersPerSecond(_ root: TOMLSection) throws(ConfigurationError) -> Double? {
        let key = "lettersPerSecond"
        guard let number = try root.number(key) else { return nil }
        guard possibleLettersPerSecond.contains(number) else {
            throw root.error(key, "\(key) must be 5 to 50; a voice at its normal speed speaks 10 to 25")
        }
        return number
    }

    private static func texts(_ section: TOMLSection) throws(ConfigurationError) -> [String: String] {
        var texts: [String: String] = [:]
        for key in section.keys {
            guard StringKey.isKnown(key) else {
                let hint = NearestWord.find(key, among: StringKey.all + StringKey.options.map { StringKey.prefix + $0 })
                    .map { "did you mean \"\($0)\"?" }
                throw section.error(
                    key, "no announcement uses the key \"\(key)\"; \(hint ?? "leave it out")")
            }
            texts[key] = try section.text(key)
        }
        return texts
    }

    private static func plurals(_ section: TOMLSection) throws(ConfigurationError) -> PluralRules {
        try section.allowOnly(PluralRules.categories)
        var rules = PluralRules()
        for category in section.keys {
            let rule = try section.text(category) ?? ""
            do throws(PluralRuleProblem) {
                try rules.add(rule, for: category)
            } catch {
                throw section.error(
                    category, "the plural rule \"\(category)\": \(error.text); write it as \"n % 10 = 2..4 and v = 0\"")
            }
        }
        return rules
    }

    private static func streets(_ section: TOMLSection) throws(ConfigurationError) -> StreetPatterns {
        var streets = StreetPatterns()
        for pattern in section.keys where !streets.add(pattern, text: try section.text(pattern) ?? "") {
            throw section.error(
                pattern,
                "the name of a street \"\(pattern)\" is not a pattern; write one \"*\" for the rest of a name "
                    + "(\"*straße\"), or one \"#\" for the rest of a road number")
        }
        return streets
    }

    private static func endings(_ section: TOMLSection) throws(ConfigurationError) -> NameEndings {
        var endings = NameEndings()
        for grammaticalCase in section.keys {
            guard let below = try section.section(grammaticalCase) else { continue }
            for ending in below.keys {
                endings.add(ending, becomes: try below.text(ending) ?? "", in: grammaticalCase)
            }
        }
        return endings
    }
}
