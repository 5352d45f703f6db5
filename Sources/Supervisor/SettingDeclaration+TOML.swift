import NavigationControl
import NavigationEvents
import TOML

extension SettingDeclaration {
    private static let keys = ["type", "default", "choices", "min", "max", "help"]

    /// Reads all declarations below `[settings]`, in the order of the file. A table with values declares a setting; a
    /// table with only tables is a group of nested settings.
    static func declarations(
        in section: TOMLSection, prefix: String = ""
    ) throws(ConfigurationError) -> [SettingDeclaration] {
        var found: [SettingDeclaration] = []
        for key in section.keys {
            guard isName(key) else {
                throw section.error(
                    key, "\"\(key)\" is not the name of a setting: use a letter, then a-z, A-Z, 0-9, _ and -")
            }
            if prefix.isEmpty, keys.contains(key), (try? section.section(key)) == nil {
                throw section.error(key, "\"\(key)\" belongs to a setting; write it below [settings.NAME]")
            }
            guard let below = try section.section(key) else { continue }
            if below.keys.isEmpty || below.keys.contains(where: { isPlain($0, below) }) {
                found.append(try SettingDeclaration(below, key: prefix + key))
            } else {
                found += try declarations(in: below, prefix: "\(prefix)\(key).")
            }
        }
        return found
    }

    /// Whether the key belongs to a declaration, and is not a nested table.
    private static func isPlain(_ key: String, _ section: TOMLSection) -> Bool {
        (try? section.section(key)) == nil
    }

    private static func isName(_ key: String) -> Bool {
        guard let first = key.utf8.first, isLetter(first) else { return false }
        return key.utf8.allSatisfy {
            isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
                || $0 == UInt8(ascii: "-")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private init(_ section: TOMLSection, key: String) throws(ConfigurationError) {
        try section.allowOnly(Self.keys)
        let type = try section.requiredText("type")
        guard let kind = Kind(rawValue: type) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw section.error("type", "there is no type \"\(type)\"; known: \(known)")
        }
        let choices = try Self.choices(section, kind)
        self.init(
            key: key, kind: kind, defaultValue: try section.value("default", kind: kind), choices: choices,
            choiceHelp: try Self.choiceHelp(section), minimum: try Self.bound(section, "min", kind),
            maximum: try Self.bound(section, "max", kind), help: try section.requiredSentence("help"))
        if let minimum, let maximum, minimum > maximum {
            throw section.error("max", "\"\(section.name).max\" is less than \"min\"; exchange them")
        }
        if let wrong = wrongChoice(defaultValue) {
            throw section.error(
                "default",
                "\"\(section.name).default\" is \"\(wrong)\", which is not one of its choices: \(choicesForPeople)")
        }
        if let bounds = wrongBounds(defaultValue) {
            throw section.error("default", "\"\(section.name).default\" must be \(bounds)")
        }
    }

    private static func choices(_ section: TOMLSection, _ kind: Kind) throws(ConfigurationError) -> [String] {
        var choices = described(section)?.keys
        if choices == nil { choices = try section.list("choices") }
        guard let choices else { return [] }
        guard kind == .text || kind == .path || kind == .list else {
            throw section.error(
                "choices", "\"\(section.name).choices\" are texts, but a setting of type \(kind.rawValue) holds none")
        }
        guard !choices.isEmpty else {
            throw section.error("choices", "\"\(section.name).choices\" is empty; leave it out to allow any text")
        }
        try section.refuseTwice("choices", choices)
        return choices
    }

    /// The table of choices with their descriptions; `nil` if the choices are a list.
    private static func described(_ section: TOMLSection) -> TOMLSection? {
        (try? section.section("choices")).flatMap(\.self)
    }

    private static func choiceHelp(_ section: TOMLSection) throws(ConfigurationError) -> [String: String] {
        guard let table = described(section) else { return [:] }
        var help: [String: String] = [:]
        for choice in table.keys { help[choice] = try table.requiredSentence(choice) }
        return help
    }

    private static func bound(
        _ section: TOMLSection, _ key: String, _ kind: Kind
    ) throws(ConfigurationError) -> Double? {
        guard section.keys.contains(key) else { return nil }
        let bound: Double?
        switch kind {
        case .integer: bound = try section.integer(key).map(Double.init)
        case .number: bound = try section.number(key)
        case .text, .path, .bool, .list:
            throw section.error(
                key, "\"\(section.name).\(key)\" bounds numbers, but a setting of type \(kind.rawValue) is no number")
        }
        if let bound, !bound.isFinite { throw section.error(key, "\"\(section.name).\(key)\" must be finite") }
        return bound
    }
}

extension TOMLSection {
    /// A required text that is not blank, on one line.
    func requiredSentence(_ key: String) throws(ConfigurationError) -> String {
        let text = try requiredText(key)
        guard text.contains(where: { !$0.isWhitespace }), !text.contains(where: \.isNewline) else {
            let name = name.isEmpty ? key : "\(name).\(key)"
            throw error(key, "\"\(name)\" must be a sentence on one line")
        }
        return text
    }

    /// Refuses a list that contains a text twice.
    func refuseTwice(_ key: String, _ texts: [String]) throws(ConfigurationError) {
        guard let index = texts.indices.first(where: { texts[..<$0].contains(texts[$0]) }) else { return }
        throw error(key, "\"\(texts[index])\" is listed twice; name it once")
    }
}
