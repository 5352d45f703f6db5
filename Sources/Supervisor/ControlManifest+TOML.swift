public import NavigationControl
import NavigationEvents
public import TOML

extension ControlManifest {
    /// Reads a `plugin.toml`; throws at the first thing that is wrong, with its place.
    public init(file: String) throws(ConfigurationError) {
        let root = try TOMLDocument(file: file).root
        try root.allowOnly([
            "id", "summary", "executable", "contract", "topics", "roles", "doctor", "limits", "settings",
        ])
        let id = try root.requiredText("id")
        guard !id.isEmpty, id.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == 45 })
        else {
            throw root.error("id", "\"\(id)\" is no control id: use a-z and -")
        }
        self.init(
            id: id,
            summary: try root.requiredText("summary"),
            executable: try root.requiredText("executable"),
            contractVersion: try Self.contractVersion(root),
            topics: try Self.topics(root),
            settings: try Self.settings(root),
            roles: try Self.roles(root),
            limits: try Self.limits(root),
            hasDoctor: try root.bool("doctor") ?? false)
    }

    private static func contractVersion(_ root: TOMLSection) throws(ConfigurationError) -> UInt32 {
        let newest = Hello.currentContractVersion
        guard let version = try root.integer("contract"), let version = UInt32(exactly: version), version > 0 else {
            throw root.error("contract", "\"contract\" must be the version of the contract, \(newest)")
        }
        guard version <= newest else {
            throw root.error(
                "contract", "version \(version) of the contract needs a newer navbus; this one speaks \(newest)")
        }
        return version
    }

    private static func topics(_ root: TOMLSection) throws(ConfigurationError) -> [Topic] {
        var topics: [Topic] = []
        for name in try root.list("topics") ?? [] {
            guard let topic = Topic(rawValue: name) else {
                let known = Topic.allCases.map(\.rawValue).joined(separator: ", ")
                throw root.error("topics", "there is no topic \"\(name)\"; known: \(known)")
            }
            topics.append(topic)
        }
        return topics
    }

    private static func roles(_ root: TOMLSection) throws(ConfigurationError) -> Set<Role> {
        guard let names = try root.list("roles") else { return [.control] }
        var roles: Set<Role> = []
        for name in names {
            guard let role = Role(rawValue: name) else {
                let known = Role.allCases.map(\.rawValue).joined(separator: ", ")
                throw root.error("roles", "there is no role \"\(name)\"; known: \(known)")
            }
            roles.insert(role)
        }
        return roles
    }

    private static func limits(_ root: TOMLSection) throws(ConfigurationError) -> ResourceLimits {
        guard let section = try root.section("limits") else { return ResourceLimits() }
        try section.allowOnly(["memoryMegabytes", "openFiles", "processes", "niceness"])
        return ResourceLimits(
            memoryMegabytes: try limit(section, "memoryMegabytes", ResourceLimits.memoryMegabytesRange),
            openFiles: try limit(section, "openFiles", ResourceLimits.openFilesRange),
            processes: try limit(section, "processes", ResourceLimits.processesRange),
            niceness: try limit(section, "niceness", ResourceLimits.nicenessRange))
    }

    private static func limit(
        _ section: TOMLSection, _ key: String, _ range: ClosedRange<Int>
    ) throws(ConfigurationError) -> Int? {
        guard let value = try section.integer(key) else { return nil }
        guard range.contains(value) else {
            throw section.error(
                key, "\"limits.\(key)\" must be from \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
        return value
    }

    private static func settings(_ root: TOMLSection) throws(ConfigurationError) -> [SettingDeclaration] {
        guard let section = try root.section("settings") else { return [] }
        return try declarations(in: section, prefix: "")
    }

    /// A table with a `type` declares a setting; one without holds the settings of a nested table.
    private static func declarations(
        in section: TOMLSection, prefix: String
    ) throws(ConfigurationError) -> [SettingDeclaration] {
        var found: [SettingDeclaration] = []
        for key in section.keys.sorted() {
            guard let below = try section.section(key) else { continue }
            if below.keys.contains("type") {
                found.append(try declaration(below, key: prefix + key))
            } else {
                found += try declarations(in: below, prefix: "\(prefix)\(key).")
            }
        }
        return found
    }

    private static func declaration(_ section: TOMLSection, key: String) throws(ConfigurationError)
        -> SettingDeclaration
    {
        try section.allowOnly(["type", "default", "choices", "help"])
        let type = try section.requiredText("type")
        guard let kind = SettingDeclaration.Kind(rawValue: type) else {
            let known = SettingDeclaration.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw section.error("type", "there is no type \"\(type)\"; known: \(known)")
        }
        return SettingDeclaration(
            key: key, kind: kind, defaultValue: try section.value("default", kind: kind),
            choices: try section.list("choices") ?? [], help: try section.requiredText("help"))
    }
}
