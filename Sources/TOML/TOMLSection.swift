public import NavigationEvents

/// One table of a TOML document with strict access: a value of another type or an unknown key is an error with its
/// position.
public struct TOMLSection {
    let document: TOMLDocument
    let path: [String]
    private let table: TOMLTable
    /// The position of the table; `nil` for the whole document.
    private let place: FilePosition?
    /// The command-line option that created the table, if it is not in the file.
    private let option: String?

    init(document: TOMLDocument, path: [String], table: TOMLTable, place: FilePosition?, option: String? = nil) {
        self.place = place
        self.option = option
        self.document = document
        self.path = path
        self.table = table
    }

    /// The file of the table, as the user named it.
    public var file: String { document.file }

    /// The name in errors: the names of the enclosing tables and its own, joined by dots.
    public var name: String { path.joined(separator: ".") }

    /// The keys that are present.
    public var keys: [String] { table.keys }

    /// A text; `nil` if the key is absent.
    public func text(_ key: String) throws(ConfigurationError) -> String? {
        guard let value = table[key]?.value else { return nil }
        guard case .text(let text) = value else { throw wrongType(key, value, wanted: "a text in quotes") }
        return text
    }

    /// A required text.
    public func requiredText(_ key: String) throws(ConfigurationError) -> String {
        guard let text = try text(key) else { throw missing(key, wanted: "a text") }
        return text
    }

    /// A whole number; `nil` if the key is absent.
    public func integer(_ key: String) throws(ConfigurationError) -> Int? {
        guard let value = table[key]?.value else { return nil }
        guard case .integer(let integer) = value else { throw wrongType(key, value, wanted: "a whole number") }
        return Int(integer)
    }

    /// A number with or without a fraction; `nil` if the key is absent.
    public func number(_ key: String) throws(ConfigurationError) -> Double? {
        switch table[key]?.value {
        case nil: return nil
        case .number(let number): return number
        case .integer(let integer): return Double(integer)
        case .some(let value): throw wrongType(key, value, wanted: "a number")
        }
    }

    /// `true` or `false`; `nil` if the key is absent.
    public func bool(_ key: String) throws(ConfigurationError) -> Bool? {
        guard let value = table[key]?.value else { return nil }
        guard case .bool(let bool) = value else { throw wrongType(key, value, wanted: "true or false") }
        return bool
    }

    /// A list of texts; `nil` if the key is absent.
    public func list(_ key: String) throws(ConfigurationError) -> [String]? {
        guard let value = table[key]?.value else { return nil }
        guard case .list(let values) = value else { throw wrongType(key, value, wanted: "a list of texts") }
        let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
        guard texts.count == values.count else { throw wrongType(key, value, wanted: "a list of texts only") }
        return texts
    }

    /// A nested table; `nil` if the key is absent.
    public func section(_ key: String) throws(ConfigurationError) -> TOMLSection? {
        guard let entry = table[key] else { return nil }
        guard case .table(let below) = entry.value else {
            throw wrongType(key, entry.value, wanted: "a table [\((path + [key]).joined(separator: "."))]")
        }
        return TOMLSection(
            document: document, path: path + [key], table: below, place: entry.place, option: entry.option)
    }

    /// A list of tables, written in braces or below headers `[[key]]`; `nil` if the key is absent. Errors call the
    /// second one `key[2]`.
    public func sections(_ key: String) throws(ConfigurationError) -> [TOMLSection]? {
        guard let entry = table[key] else { return nil }
        var tables: [TOMLTable] = []
        switch entry.value {
        case .tables(let list): tables = list.tables
        case .list(let values):
            for value in values {
                guard case .table(let below) = value else {
                    throw wrongType(key, value, wanted: "a list of tables { … } only", instead: "one with")
                }
                tables.append(below)
            }
        default: throw wrongType(key, entry.value, wanted: "a list of tables { … }")
        }
        return tables.enumerated().map { index, below in
            let first = below.keys.first.flatMap { below[$0]?.place }
            return TOMLSection(
                document: document, path: path + ["\(key)[\(index + 1)]"], table: below, place: first ?? entry.place)
        }
    }

    /// Whether the value of a key is a list.
    public func isList(_ key: String) -> Bool {
        switch table[key]?.value {
        case .list, .tables: true
        default: false
        }
    }

    /// Refuses keys that are not in `known`, with the nearest known one as a suggestion.
    public func allowOnly(_ known: [String]) throws(ConfigurationError) {
        for key in table.keys where !known.contains(key) {
            let hint = NearestWord.find(key, among: known).map { "did you mean \"\($0)\"?" }
            let fallback = "known here: \(known.sorted().joined(separator: ", "))"
            throw error(key, "unknown key \"\((path + [key]).joined(separator: "."))\"; \(hint ?? fallback)")
        }
    }

    /// An error at the position of a key of this section.
    public func error(_ key: String, _ text: String) -> ConfigurationError {
        if let option = table[key].map(\.option) ?? option { return ConfigurationError(file: option, text: text) }
        return ConfigurationError(file: document.file, place: place(of: key), text: text)
    }

    /// The position of a key of this section. The names of nested tables precede the key, joined by dots; if the key is
    /// missing, the position of its innermost existing table.
    public func place(of key: String) -> FilePosition? {
        if let entry = table[key] { return entry.place }
        var (table, place) = (table, place)
        for name in key.split(separator: ".") {
            guard let entry = table[String(name)] else { return place }
            place = entry.place
            guard case .table(let below) = entry.value else { return place }
            table = below
        }
        return place
    }

    /// All values of this section and its nested tables; nested keys are joined by dots.
    public func flattened() throws(ConfigurationError) -> [String: SettingValue] {
        var values: [String: SettingValue] = [:]
        for key in table.keys {
            guard let value = table[key]?.value else { continue }
            if case .table = value, let below = try section(key) {
                for (inner, value) in try below.flattened() { values["\(key).\(inner)"] = value }
            } else {
                values[key] = try settingValue(key, value)
            }
        }
        return values
    }

    private func settingValue(_ key: String, _ value: TOMLValue) throws(ConfigurationError) -> SettingValue {
        switch value {
        case .bool(let bool): .bool(bool)
        case .integer(let integer): .integer(integer)
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        case .list: .list(try list(key) ?? [])
        case .time, .table, .tables:
            throw wrongType(key, value, wanted: "a text, a number, true or false, or a list of texts")
        }
    }

    private func wrongType(
        _ key: String, _ value: TOMLValue, wanted: String, instead: String = ""
    ) -> ConfigurationError {
        let name = (path + [key]).joined(separator: ".")
        let found = (instead.isEmpty ? "" : instead + " ") + Self.describe(value)
        return error(key, "\"\(name)\" must be \(wanted), not \(found)")
    }

    private func missing(_ key: String, wanted: String) -> ConfigurationError {
        let name = (path + [key]).joined(separator: ".")
        return ConfigurationError(
            file: option ?? document.file, place: option == nil ? place : nil,
            text: "\"\(name)\" is missing; it must be \(wanted)")
    }

    private static func describe(_ value: TOMLValue) -> String {
        switch value {
        case .bool: "true or false"
        case .integer: "a whole number"
        case .number: "a number with a fraction"
        case .text: "a text"
        case .list, .tables: "a list"
        case .table: "a table"
        case .time: "a date or time"
        }
    }
}
