public import NavigationControl
import NavigationEvents
public import TOML

extension ControlManifest {
    /// Ids that no control may have: sections of the configuration, commands of `navbus`, and names of its own
    /// processes.
    public static let reservedIDs: Set<String> = [
        "access", "bus", "control", "controls", "demo", "describe", "diff", "doctor", "export", "focus", "guidance",
        "heading", "help", "info", "journal", "keys", "launcher", "log", "metrics", "navbus", "places", "profiles",
        "record", "recover", "region", "remote", "replay", "route", "run", "session", "simulate", "skip", "source",
        "start", "status", "stop", "supervision", "tap", "trace",
    ]

    /// Reads a `plugin.toml`.
    ///
    /// - Throws: ``ConfigurationError`` for the first problem, with its line and column.
    public init(file: String) throws(ConfigurationError) {
        let root = try TOMLDocument(file: file).root
        do throws(ConfigurationError) {
            try self.init(root)
            try Self.refuseForeignExecutable(root, "executable", executable, besides: file)
            if let section = try root.section("tools") {
                for (command, tool) in tools.sorted(by: { $0.key < $1.key }) {
                    try Self.refuseForeignExecutable(section, command, tool, besides: file)
                }
            }
        } catch {
            // A missing key has no position, so the beginning of the file is named.
            var error = error
            error.place = error.place ?? FilePosition(line: 1, column: 1)
            throw error
        }
    }

    private init(_ root: TOMLSection) throws(ConfigurationError) {
        // This check comes first: a manifest for a later contract may have keys that are unknown here.
        try Self.refuseLaterContract(root)
        try root.allowOnly([
            "id", "summary", "executable", "contract", "topics", "roles", "doctor", "version", "homepage", "limits",
            "settings", "tools", "commands", "alias", "protocol", "grade",
        ])
        self.init(
            id: try Self.id(root),
            summary: try root.requiredSentence("summary"),
            executable: try Self.executable(root, "executable"),
            inputProtocol: try Self.inputProtocol(root),
            contractVersion: try Self.contractVersion(root),
            topics: try Self.names(root, "topics", "topic") ?? [],
            settings: try root.section("settings").map { section throws(ConfigurationError) in
                try SettingDeclaration.declarations(in: section)
            } ?? [],
            roles: Set(try Self.names(root, "roles", "role") ?? [.control]),
            limits: try Self.limits(root),
            hasDoctor: try root.bool("doctor") ?? false,
            tools: try Self.tools(root),
            commands: try Self.commands(root),
            version: try Self.version(root),
            homepage: try Self.homepage(root),
            alias: try Self.alias(root),
            grades: try Self.grades(root))
    }

    /// Maximum length of an id, in characters.
    public static let maxIDLength = 32

    /// Whether an id consists of words of a-z and 0-9, joined by single hyphens, and begins with a letter. It may still
    /// be too long or reserved: see ``maxIDLength`` and ``reservedIDs``.
    public static func isKebab(_ id: String) -> Bool {
        let words = id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let (letters, digits) = (UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"))
        let isWhole = words.allSatisfy { word in
            !word.isEmpty && word.allSatisfy { letters.contains($0) || digits.contains($0) }
        }
        return isWhole && id.utf8.first.map(letters.contains) == true
    }

    /// The id in a manifest that may be invalid otherwise; `nil` if it cannot be read.
    static func id(in file: String) -> String? {
        (try? TOMLDocument(file: file).root).flatMap { try? $0.text("id") }
    }

    private static func id(_ root: TOMLSection) throws(ConfigurationError) -> String {
        let id = try root.requiredText("id")
        guard isKebab(id), id.utf8.count <= maxIDLength else {
            throw root.error(
                "id",
                "\"\(id)\" is not a control id: use up to 32 of a-z and 0-9, words joined by -, a letter first, such "
                    + "as next-street")
        }
        guard !reservedIDs.contains(id) else {
            throw root.error("id", "\"\(id)\" is reserved by navbus; choose another id")
        }
        return id
    }

    private static func contractVersion(_ root: TOMLSection) throws(ConfigurationError) -> UInt32 {
        let newest = Hello.currentContractVersion
        guard let given = try root.integer("contract"), given > 0 else {
            throw root.error(
                "contract", "\"contract\" must be the version of the contract that the control speaks: \(newest)")
        }
        return UInt32(clamping: given)
    }

    private static func refuseLaterContract(_ root: TOMLSection) throws(ConfigurationError) {
        let newest = Hello.currentContractVersion
        guard let given = try root.integer("contract"), given > newest else { return }
        throw root.error(
            "contract", "this control needs contract \(given); this navbus speaks \(newest): use a newer navbus")
    }

    /// The executables of commands.
    private static func tools(_ root: TOMLSection) throws(ConfigurationError) -> [String: String] {
        try byCommand(root, "tools", executable)
    }

    /// The summaries of commands.
    private static func commands(_ root: TOMLSection) throws(ConfigurationError) -> [String: String] {
        try byCommand(root, "commands") { section, command throws(ConfigurationError) in
            try section.requiredSentence(command)
        }
    }

    /// A table whose keys are the names of commands.
    private static func byCommand(
        _ root: TOMLSection, _ key: String, _ value: (TOMLSection, String) throws(ConfigurationError) -> String
    ) throws(ConfigurationError) -> [String: String] {
        guard let section = try root.section(key) else { return [:] }
        var values: [String: String] = [:]
        for command in section.keys {
            guard isKebab(command), command.utf8.count <= maxIDLength else {
                throw section.error(
                    command,
                    "\"\(command)\" is not the name of a command: use up to 32 of a-z and 0-9, words joined by -, a "
                        + "letter first, such as preview")
            }
            values[command] = try value(section, command)
        }
        return values
    }

    private static func executable(_ section: TOMLSection, _ key: String) throws(ConfigurationError) -> String {
        let name = try section.requiredSentence(key)
        guard !name.hasSuffix("/") else {
            throw section.error(key, "\"\(name)\" is a folder; name the file to run")
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.hasPrefix("/"), !parts.contains("..") else {
            throw section.error(
                key,
                "\"\(name)\" leads out of the folder of the control; put the program there, \(Self.byScript)")
        }
        return name
    }

    private static func inputProtocol(_ root: TOMLSection) throws(ConfigurationError) -> ControlProtocol {
        guard let name = try root.text("protocol") else { return .contract }
        guard let known = ControlProtocol(rawValue: name) else {
            let all = ControlProtocol.allCases.map(\.rawValue).joined(separator: " and ")
            throw root.error("protocol", "there is no protocol \"\(name)\"; known: \(all)")
        }
        return known
    }

    private static let byScript = "or a script that runs it"

    /// Refuses an executable outside the folder of the control and that of `navbus`: a manifest must not make any other
    /// program of the machine run as a control. Links are followed.
    private static func refuseForeignExecutable(
        _ section: TOMLSection, _ key: String, _ name: String, besides file: String
    ) throws(ConfigurationError) {
        guard let folder = InstalledFiles.parent(of: PathResolver.absolute(file)),
            let program = InstalledFiles.resolved("\(folder)/\(name)")
        else { return }
        let allowed = [InstalledFiles.resolved(folder), InstalledFiles.executableFolder].compactMap(\.self)
        guard !allowed.contains(where: { program.hasPrefix($0 == "/" ? $0 : "\($0)/") }) else { return }
        throw section.error(
            key,
            "\"\(name)\" is a link to \(program), which lies outside the folder of the control; put the program there, "
                + byScript)
    }

    private static func version(_ root: TOMLSection) throws(ConfigurationError) -> String {
        guard let version = try root.text("version") else { return "" }
        let isWord = version.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }
        guard isWord, (1...24).contains(version.utf8.count) else {
            throw root.error("version", "\"version\" must be 1 to 24 characters without blanks, such as \"1.0\"")
        }
        return version
    }

    private static func alias(_ root: TOMLSection) throws(ConfigurationError) -> String {
        guard let alias = try root.text("alias") else { return "" }
        guard isKebab(alias), alias.utf8.count <= maxIDLength, !reservedIDs.contains(alias) else {
            throw root.error("alias", "\"alias\" must be a name by the rules of \"id\", such as \"fleet\"")
        }
        return alias
    }

    private static func homepage(_ root: TOMLSection) throws(ConfigurationError) -> String {
        guard let page = try root.text("homepage") else { return "" }
        let isAddress = page.hasPrefix("https://") || page.hasPrefix("http://")
        guard isAddress, page.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            throw root.error("homepage", "\"homepage\" must begin with https:// and have no blanks")
        }
        return page
    }

    /// The claimed grades: one as a text, or several as a list.
    private static func grades(_ root: TOMLSection) throws(ConfigurationError) -> Set<ControlGrade> {
        if let grade = try? root.text("grade") { return Set(try known([grade], root, "grade", "grade")) }
        return Set(try names(root, "grade", "grade") ?? [])
    }

    /// A list of known names; `nil` if the key is absent.
    private static func names<Name: RawRepresentable & CaseIterable>(
        _ root: TOMLSection, _ key: String, _ noun: String
    ) throws(ConfigurationError) -> [Name]? where Name.RawValue == String {
        guard let names = try root.list(key) else { return nil }
        try root.refuseTwice(key, names)
        return try known(names, root, key, noun)
    }

    private static func known<Name: RawRepresentable & CaseIterable>(
        _ names: [String], _ root: TOMLSection, _ key: String, _ noun: String
    ) throws(ConfigurationError) -> [Name] where Name.RawValue == String {
        var found: [Name] = []
        for name in names {
            guard let known = Name(rawValue: name) else {
                let all = Name.allCases.map(\.rawValue)
                let hint = NearestWord.find(name, among: all).map { "did you mean \"\($0)\"? " } ?? ""
                throw root.error(
                    key, "there is no \(noun) \"\(name)\"; \(hint)known: \(all.joined(separator: ", "))")
            }
            found.append(known)
        }
        return found
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
}
