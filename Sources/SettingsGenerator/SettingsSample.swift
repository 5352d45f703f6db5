import NavigationControl

/// The sample of a section: every setting with its description and its default.
enum SettingsSample {
    static func text(_ group: SettingsGroup, id: String) -> String {
        """
        # The settings of the control \(id) with their defaults; copy those that you change into your configuration.
        # Made from plugin.toml by navbus control settings: change plugin.toml instead.

        """ + table(group, header: id)
    }

    private static func table(_ group: SettingsGroup, header: String) -> String {
        var text = group.settings.isEmpty ? "" : "\n[\(header)]\n"
        for setting in group.settings {
            text += comment(setting.completeHelp(quote: "")) + "\(setting.name) = \(setting.defaultLiteral)\n"
        }
        return text + group.groups.map { table($0, header: "\(header).\($0.name)") }.joined()
    }

    private static func comment(_ text: String) -> String {
        TextWrapping.lines(text, columns: 110).map { "# \($0)\n" }.joined()
    }
}
