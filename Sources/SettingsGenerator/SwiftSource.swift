import NavigationControl
import NavigationEvents
import Supervisor
import TOML

/// The Swift structure of the settings of a control.
///
/// Files of the author beside it, `NAMESettings+….swift`, extend the structure. The structure calls their method `check()`,
/// and uses their type `KEYChoice` (a `typealias` or an `enum`) for the choices of a key.
struct SwiftSource {
    /// The path of the file.
    let path: String
    private let id: String
    private let type: String
    /// The text of the author's extensions.
    private let extensions: String
    /// The imports of the structure: the kit, and those of the author's types.
    private let imports: Set<String>

    private static let header = "// Made from plugin.toml by navbus control settings: change plugin.toml instead."

    /// Finds the structure in a folder; `nil` if the folder has no Swift, or the author has written the structure.
    init?(folder: String, id: String) throws(ConfigurationError) {
        let names = InstalledFiles.names(in: folder).filter { $0.hasSuffix(".swift") }
        guard !names.isEmpty else { return nil }
        let file: String
        if let found = names.first(where: { $0.hasSuffix("Settings.swift") }) {
            guard try TextFile.text("\(folder)/\(found)").hasPrefix(Self.header) else { return nil }
            file = found
        } else {
            file = "\(SwiftName.type(id))Settings.swift"
        }
        path = "\(folder)/\(file)"
        type = String(file.dropLast(".swift".count))
        self.id = id
        var extensions = ""
        var imports: Set = ["import NavigationControl"]
        for name in names where name.hasPrefix("\(type)+") {
            let text = try TextFile.text("\(folder)/\(name)")
            extensions += text
            guard text.contains("typealias ") else { continue }
            imports.formUnion(text.split(separator: "\n").filter { $0.hasPrefix("import ") }.map(String.init))
        }
        self.extensions = extensions
        self.imports = imports
    }

    /// The text of the file.
    func text(_ group: SettingsGroup) -> String {
        let reads = group.all.map { setting in
            let property = property(setting)
            return "        \(property) = try \(read(setting, default: property))\n"
        }
        let check = extensions.contains("func check()") ? "        try check()\n" : ""
        return """
            \(Self.header)
            // swift-format-ignore-file
            \(imports.sorted().joined(separator: "\n"))

            /// The section `[\(id)]` of the configuration.
            struct \(type): Hashable, Sendable {
            \(members(group, indent: "    "))
                /// The default settings.
                init() {}

                /// Reads the section.
                ///
                /// - Throws: ``SettingsError`` for a value of the wrong type or outside its range.
                init(_ settings: Settings) throws(SettingsError) {
            \(reads.joined())\(check)    }
            }

            """
    }

    // MARK: - Members

    private func members(_ group: SettingsGroup, indent: String) -> String {
        let enums = group.settings.filter { hasOwnEnum($0) }.map { choiceType($0, indent: indent) + "\n" }
        let structs = group.groups.map { nested in
            """
            \(indent)/// The table `[\(id).\(nested.prefix.dropLast())]`.
            \(indent)struct \(SwiftName.type(nested.name)): Hashable, Sendable {
            \(members(nested, indent: indent + "    "))\(indent)}


            """
        }
        let settings = group.settings.map { setting in
            comment(setting.completeHelp(quote: "`"), indent)
                + "\(indent)var \(SwiftName.value(setting.name))\(declared(setting))\n"
        }
        let values = group.groups.map { nested in
            "\(indent)/// The table `[\(id).\(nested.prefix.dropLast())]`.\n"
                + "\(indent)var \(SwiftName.value(nested.name)) = \(SwiftName.type(nested.name))()\n"
        }
        return (enums + structs + settings + values).joined()
    }

    private func choiceType(_ setting: SettingDeclaration, indent: String) -> String {
        let cases = setting.choices.map { choice in
            let name = SwiftName.choice(choice, of: setting.name)
            let raw = name == choice || name == "`\(choice)`" ? "" : " = \(choice.quoted)"
            let help = setting.choiceHelp[choice].map { comment($0, indent + "    ") } ?? ""
            return "\(help)\(indent)    case \(name)\(raw)\n"
        }
        return "\(indent)/// The values of `\(setting.key)`.\n"
            + "\(indent)enum \(choiceName(setting)): String, CaseIterable, Sendable {\n\(cases.joined())\(indent)}\n"
    }

    /// The rest of the declaration of a property: its type, if it does not follow from the default, and its default.
    private func declared(_ setting: SettingDeclaration) -> String {
        if isEnum(setting), case .text(let text) = setting.defaultValue {
            return " = \(choiceName(setting)).\(SwiftName.choice(text, of: setting.name))"
        }
        return "\(setting.defaultValue == .list([]) ? ": [String]" : "") = \(setting.defaultLiteral)"
    }

    // MARK: - Reading

    /// The path of the property in the structure, such as `patterns.prepare`.
    private func property(_ setting: SettingDeclaration) -> String {
        setting.key.split(separator: ".").map { SwiftName.value(String($0)) }.joined(separator: ".")
    }

    private func read(_ setting: SettingDeclaration, default value: String) -> String {
        let call = "(\"\(setting.key)\", default: \(value)"
        let choices = setting.choices.isEmpty || isEnum(setting) ? "" : ", choices: \(setting.choices.quoted)"
        return switch setting.kind {
        case .text: "settings.\(isEnum(setting) ? "choice" : "text")\(call)\(choices))"
        case .path: "settings.path\(call)\(choices))"
        case .bool: "settings.bool\(call))"
        case .integer: "settings.integer\(call)\(range(setting, most: "Int.max", least: "Int.min")))"
        case .number:
            "settings.number\(call)"
                + "\(range(setting, most: ".greatestFiniteMagnitude", least: "-.greatestFiniteMagnitude")))"
        // Any of the texts may be a path.
        case .list: "settings.paths\(call))"
        }
    }

    private func range(_ setting: SettingDeclaration, most: String, least: String) -> String {
        guard setting.range != nil else { return "" }
        let bounds = [setting.minimum, setting.maximum].map { $0.map(SettingDeclaration.spelled) }
        return ", in: \(bounds[0] ?? least)...\(bounds[1] ?? most)"
    }

    // MARK: - Choices

    private func choiceName(_ setting: SettingDeclaration) -> String { "\(SwiftName.type(setting.name))Choice" }

    /// Whether the property is an enumeration: its choices are words, not signs.
    private func isEnum(_ setting: SettingDeclaration) -> Bool {
        setting.kind == .text && !setting.choices.isEmpty && setting.choices.allSatisfy(SwiftName.isWord)
    }

    private func hasOwnEnum(_ setting: SettingDeclaration) -> Bool {
        let name = choiceName(setting)
        return isEnum(setting)
            && !["typealias \(name) ", "enum \(name):"].contains { extensions.contains($0) }
    }

    private func comment(_ text: String, _ indent: String) -> String {
        TextWrapping.lines(text, columns: 116 - indent.count).map { "\(indent)/// \($0)\n" }.joined()
    }
}
