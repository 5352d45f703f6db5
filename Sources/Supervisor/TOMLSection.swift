public import NavigationEvents
import TOMLKit

/// One table of a TOML document, read strictly: a value of another type or an unknown key is an error with its place.
public struct TOMLSection {
    let document: TOMLDocument
    let path: [String]
    private let table: TOMLTable

    init(document: TOMLDocument, path: [String], table: TOMLTable) {
        self.document = document
        self.path = path
        self.table = table
    }

    /// The keys that are present.
    public var keys: [String] { table.keys }

    /// A text; `nil` if the key is absent.
    public func text(_ key: String) throws(ConfigurationError) -> String? {
        guard let value = table[key] else { return nil }
        guard let text = value.string else { throw wrongType(key, value, wanted: "a text in quotes") }
        return text
    }

    /// A text that has to be there.
    public func requiredText(_ key: String) throws(ConfigurationError) -> String {
        guard let text = try text(key) else { throw missing(key, wanted: "a text") }
        return text
    }

    /// A whole number; `nil` if the key is absent.
    public func integer(_ key: String) throws(ConfigurationError) -> Int? {
        guard let value = table[key] else { return nil }
        guard let integer = value.int else { throw wrongType(key, value, wanted: "a whole number") }
        return integer
    }

    /// A number with or without a fraction; `nil` if the key is absent.
    public func number(_ key: String) throws(ConfigurationError) -> Double? {
        guard let value = table[key] else { return nil }
        guard let number = value.double ?? value.int.map(Double.init) else {
            throw wrongType(key, value, wanted: "a number")
        }
        return number
    }

    /// `true` or `false`; `nil` if the key is absent.
    public func bool(_ key: String) throws(ConfigurationError) -> Bool? {
        guard let value = table[key] else { return nil }
        guard let bool = value.bool else { throw wrongType(key, value, wanted: "true or false") }
        return bool
    }

    /// A list of texts; `nil` if the key is absent.
    public func list(_ key: String) throws(ConfigurationError) -> [String]? {
        guard let value = table[key] else { return nil }
        guard let array = value.array else { throw wrongType(key, value, wanted: "a list of texts") }
        let texts = array.compactMap(\.string)
        guard texts.count == array.count else { throw wrongType(key, value, wanted: "a list of texts only") }
        return texts
    }

    /// A table below this one; `nil` if the key is absent.
    public func section(_ key: String) throws(ConfigurationError) -> TOMLSection? {
        guard let value = table[key] else { return nil }
        guard let below = value.table else {
            throw wrongType(key, value, wanted: "a table [\((path + [key]).joined(separator: "."))]")
        }
        return TOMLSection(document: document, path: path + [key], table: below)
    }

    /// Refuses keys that are not among these, naming the nearest one that is.
    public func allowOnly(_ known: [String]) throws(ConfigurationError) {
        for key in table.keys where !known.contains(key) {
            let hint = NearestWord.find(key, among: known).map { "did you mean \"\($0)\"?" }
            let fallback = "known here: \(known.sorted().joined(separator: ", "))"
            throw error(key, "unknown key \"\((path + [key]).joined(separator: "."))\"; \(hint ?? fallback)")
        }
    }

    /// An error at the place of a key of this section.
    public func error(_ key: String, _ text: String) -> ConfigurationError {
        ConfigurationError(file: document.file, place: place(of: key), text: text)
    }

    /// Where a key of this section stands; one of a nested table has its tables before it, joined by dots.
    public func place(of key: String) -> SourcePlace? {
        document.locator.place(of: path + key.split(separator: ".").map(String.init))
    }

    /// All values below this section; keys of nested tables are joined by dots.
    public func flattened() throws(ConfigurationError) -> [String: SettingValue] {
        var values: [String: SettingValue] = [:]
        for key in table.keys {
            guard let value = table[key] else { continue }
            if value.table != nil, let below = try section(key) {
                for (inner, value) in try below.flattened() { values["\(key).\(inner)"] = value }
            } else {
                values[key] = try settingValue(key, value)
            }
        }
        return values
    }

    private func settingValue(
        _ key: String, _ value: any TOMLValueConvertible
    ) throws(ConfigurationError) -> SettingValue {
        switch value.type {
        case .bool: if let bool = value.bool { return .bool(bool) }
        case .int: if let integer = value.int { return .integer(Int64(integer)) }
        case .double: if let number = value.double { return .number(number) }
        case .string: if let text = value.string { return .text(text) }
        case .array: if let list = try list(key) { return .list(list) }
        default: break
        }
        throw wrongType(key, value, wanted: "a text, a number, true or false, or a list of texts")
    }

    private func wrongType(_ key: String, _ value: any TOMLValueConvertible, wanted: String) -> ConfigurationError {
        let name = (path + [key]).joined(separator: ".")
        return error(key, "\"\(name)\" must be \(wanted), not \(Self.describe(value.type))")
    }

    private func missing(_ key: String, wanted: String) -> ConfigurationError {
        let name = (path + [key]).joined(separator: ".")
        let place = path.isEmpty ? nil : document.locator.place(of: path)
        return ConfigurationError(
            file: document.file, place: place, text: "\"\(name)\" is missing; it must be \(wanted)")
    }

    private static func describe(_ type: TOMLType) -> String {
        switch type {
        case .bool: "true or false"
        case .int: "a whole number"
        case .double: "a number with a fraction"
        case .string: "a text"
        case .array: "a list"
        case .table: "a table"
        default: "a date or time"
        }
    }
}
