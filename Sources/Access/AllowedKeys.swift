public import NavigationEvents
public import ZeroMQ

/// A public key that may connect from another machine, and the rights of its owner.
public struct AllowedKey: Sendable, Hashable {
    /// 1 to 32 characters of `a`–`z`, `0`–`9`, `-`, `_`. A control with this key reports under this name.
    public var name: String
    /// The public key.
    public var key: CurveKey
    /// The roles of the owner.
    public var roles: Set<Role>
    /// The topics that the owner may receive.
    public var topics: Set<Topic>

    /// Makes an entry.
    public init(name: String, key: CurveKey, roles: Set<Role>, topics: Set<Topic> = Set(Topic.allCases)) {
        self.name = name
        self.key = key
        self.roles = roles
        self.topics = topics
    }

    /// Makes an entry with a key in its printable form.
    ///
    /// - Throws: ``KeyProblem/badKey(_:)``.
    public init(
        name: String, keyText: String, roles: Set<Role>, topics: Set<Topic> = Set(Topic.allCases)
    ) throws(KeyProblem) {
        guard let key = CurveKey(keyText) else { throw .badKey(keyText) }
        self.init(name: name, key: key, roles: roles, topics: topics)
    }

    /// The line of this key in the list.
    var line: String {
        let roles = Role.allCases.filter(self.roles.contains).map(\.rawValue).joined(separator: ",")
        let topics =
            self.topics.count == Topic.allCases.count
            ? "*" : Topic.allCases.filter(self.topics.contains).map(\.rawValue).joined(separator: ",")
        return "\(name) \(key) \(roles) \(topics)"
    }
}

/// The list of allowed keys, one a line: `NAME PUBLICKEY ROLES [TOPICS]`. Roles and topics are separated by commas;
/// without topics, or with `*`, all topics are allowed. Lines that begin with `#` are comments.
public struct AllowedKeys: Sendable, Hashable {
    /// The keys, in the order of the list.
    public private(set) var entries: [AllowedKey] = []
    /// Lines that cannot be read. They allow no key.
    public private(set) var problems: [KeyProblem] = []
    private var names: [String: AllowedKey] = [:]
    private var keys: [CurveKey: AllowedKey] = [:]

    /// Makes an empty list.
    public init() {}

    /// Reads a list. A line that cannot be read allows no key, and is among the ``problems``.
    public init(_ text: String, path: String = "allowed") {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            do throws(LineProblem) {
                if let entry = try Self.entry(line) { try add(entry) }
            } catch {
                problems.append(.badLine(path: path, line: index + 1, reason: error.reason))
            }
        }
    }

    /// The entry of this name.
    public subscript(name: String) -> AllowedKey? { names[name] }

    /// The entry of this key.
    public subscript(key: CurveKey) -> AllowedKey? { keys[key] }

    private struct LineProblem: Error { var reason: String }

    private mutating func add(_ entry: AllowedKey) throws(LineProblem) {
        guard names[entry.name] == nil else { throw LineProblem(reason: "the name \"\(entry.name)\" is used twice") }
        if let other = keys[entry.key] { throw LineProblem(reason: "the key is also that of \"\(other.name)\"") }
        entries.append(entry)
        names[entry.name] = entry
        keys[entry.key] = entry
    }

    private static func entry(_ line: Substring) throws(LineProblem) -> AllowedKey? {
        let fields = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
        guard let name = fields.first, !name.hasPrefix("#") else { return nil }
        guard (3...4).contains(fields.count) else { throw LineProblem(reason: "it has \(fields.count) words") }
        guard isKeyName(name) else { throw LineProblem(reason: "\"\(name.prefix(40))\" is not a valid name") }
        guard let key = CurveKey(fields[1]) else { throw LineProblem(reason: "its second word is not a public key") }
        let topics = fields.count == 3 || fields[3] == "*" ? Set(Topic.allCases) : try list(fields[3], "topic")
        return AllowedKey(name: name, key: key, roles: try list(fields[2], "role"), topics: topics)
    }

    private static func list<Value>(_ text: String, _ kind: String) throws(LineProblem) -> Set<Value>
    where Value: RawRepresentable<String> & CaseIterable & Hashable {
        var values: Set<Value> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let value = Value(rawValue: String(word)) else {
                let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
                throw LineProblem(reason: "\"\(word.prefix(40))\" is not a \(kind); possible are \(known)")
            }
            values.insert(value)
        }
        return values
    }
}

/// Whether a key can have this name.
func isKeyName(_ name: String) -> Bool { Session(name) != nil && name != "bus" }
