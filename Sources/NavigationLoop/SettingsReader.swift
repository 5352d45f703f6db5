import NavigationEvents

/// Removes settings from a flat list by their keys; keys that remain are errors.
struct SettingsReader {
    private var rest: [String: SettingValue]

    init(_ settings: [String: SettingValue]) { rest = settings }

    /// Removes and returns a value of any type.
    mutating func take(_ key: String) -> SettingValue? { rest.removeValue(forKey: key) }

    /// The remaining keys with a prefix, in order.
    func keys(under prefix: String) -> [String] { rest.keys.filter { $0.hasPrefix(prefix) }.sorted() }

    mutating func text(_ key: String) throws(LoopError) -> String? {
        switch take(key) {
        case nil: return nil
        case .text(let text): return text
        default: throw invalidKey(key, "must be a text")
        }
    }

    mutating func list(_ key: String) throws(LoopError) -> [String]? {
        switch take(key) {
        case nil: return nil
        case .list(let list): return list
        default: throw invalidKey(key, "must be a list of texts")
        }
    }

    mutating func roles(_ key: String) throws(LoopError) -> [Role]? {
        guard let names = try list(key) else { return nil }
        var roles: [Role] = []
        for name in names {
            let known = Role.allCases.map(\.rawValue).joined(separator: ", ")
            roles.append(try require(Role(rawValue: name), key, "has the unknown role \"\(name)\"; known: \(known)"))
        }
        return roles
    }

    mutating func integer(_ key: String, _ range: ClosedRange<Int>) throws(LoopError) -> Int? {
        switch take(key) {
        case nil: return nil
        case .integer(let number) where range.contains(Int(number)): return Int(number)
        default: throw invalidKey(key, "must be a whole number, \(range.lowerBound) to \(range.upperBound)")
        }
    }

    mutating func number(_ key: String, _ range: ClosedRange<Double>) throws(LoopError) -> Double? {
        switch take(key) {
        case nil: return nil
        case .number(let number) where range.contains(number): return number
        case .integer(let number) where range.contains(Double(number)): return Double(number)
        default: throw invalidKey(key, "must be a number, \(range.lowerBound) to \(range.upperBound)")
        }
    }

    func require<Value>(_ value: Value?, _ key: String, _ text: String) throws(LoopError) -> Value {
        guard let value else { throw invalidKey(key, text) }
        return value
    }

    func invalidKey(_ key: String, _ text: String) -> LoopError {
        LoopError("use the plan for the bus: its key \"\(key)\" \(text)")
    }

    /// Throws an error if a key remains.
    func finish() throws(LoopError) {
        guard let key = rest.keys.min() else { return }
        throw invalidKey(key, "is unknown; the launcher and navbus-bus have different versions: install both again")
    }
}
