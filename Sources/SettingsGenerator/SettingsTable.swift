import NavigationControl
import TOML

/// The table of settings in a document in Markdown, between two marks.
public enum SettingsTable {
    /// The line before the table.
    public static let start = "<!-- settings: made from plugin.toml by navbus control settings -->"
    /// The line after the table.
    public static let end = "<!-- end of settings -->"

    /// The table, and below it a list of the choices that are described.
    static func text(
        _ groups: [SettingsGroup], keyPrefix: (SettingsGroup) -> String, hasChoices: Bool
    ) -> String {
        var text = "| key | default | range | meaning |\n|---|---|---|---|\n"
        for group in groups {
            for setting in group.all {
                text += "| `\(keyPrefix(group))\(setting.key)` | `\(setting.defaultLiteral)` |\(range(of: setting)) "
                text += "| \(setting.help.replacing("|", with: "\\|")) |\n"
            }
        }
        let items = groups.flatMap(\.all).flatMap { setting in
            setting.choices.compactMap { choice in
                setting.choiceHelp[choice].map { "- `\(setting.key) = \"\(choice)\"`: \($0)\n" }
            }
        }
        return hasChoices && !items.isEmpty ? "\(text)\n\(items.joined())" : text
    }

    /// The text of a file with another table between the marks.
    static func replaced(in path: String, by table: String) throws(ConfigurationError) -> String {
        let text = try TextFile.text(path)
        guard let start = text.firstRange(of: "\(start)\n"),
            let end = text[start.upperBound...].firstRange(of: end)
        else { throw ConfigurationError(file: path, text: "has no lines \"\(Self.start)\" and \"\(Self.end)\"") }
        return "\(text[..<start.upperBound])\n\(table)\n\(text[end.lowerBound...])"
    }

    private static func range(of setting: SettingDeclaration) -> String {
        if let range = setting.range { return " \(range)" }
        let choices = setting.choices.map { "`\($0)`" } + (setting.kind == .path ? ["path"] : [])
        return choices.isEmpty ? "" : " \(choices.joined(separator: ", "))"
    }
}
