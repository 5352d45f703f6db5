import NavigationControl
import Supervisor
public import TOML

/// Makes every file that repeats the declared settings of a control: the Swift structure that reads them, the sample of
/// the configuration, and the tables of the documents.
public struct SettingsFiles {
    /// The files of a control, made from its `plugin.toml`.
    ///
    /// - `settings.sample.toml`
    /// - `README.md`, if it has a ``SettingsTable/start`` mark.
    /// - `Sources/NAMESettings.swift`, if `Sources` contains Swift and that structure is not written by hand.
    ///
    /// - Parameter folder: The folder of the control.
    /// - Returns: All files, also those that are current already.
    /// - Throws: ``ConfigurationError`` for an invalid manifest, an unreadable file or a missing mark.
    public static func files(of folder: String) throws(ConfigurationError) -> [GeneratedFile] {
        let manifest = try ControlManifest(file: "\(folder)/plugin.toml")
        let group = SettingsGroup(manifest)
        var files = [
            GeneratedFile(path: "\(folder)/settings.sample.toml", text: SettingsSample.text(group, id: manifest.id))
        ]
        let page = "\(folder)/README.md"
        if InstalledFiles.isFile(page), try TextFile.text(page).contains(SettingsTable.start) {
            let rows = SettingsTable.text([group], keyPrefix: { _ in "" }, hasChoices: true)
            files.append(GeneratedFile(path: page, text: try SettingsTable.replaced(in: page, by: rows)))
        }
        if let source = try SwiftSource(folder: "\(folder)/Sources", id: manifest.id) {
            files.append(GeneratedFile(path: source.path, text: source.text(group)))
        }
        return files
    }

    /// A document with one table of the settings of several controls, in place of its present table.
    ///
    /// - Throws: ``ConfigurationError`` for an invalid manifest, an unreadable file or a missing mark.
    public static func document(_ path: String, folders: [String]) throws(ConfigurationError) -> GeneratedFile {
        var groups: [SettingsGroup] = []
        for folder in folders { groups.append(SettingsGroup(try ControlManifest(file: "\(folder)/plugin.toml"))) }
        let rows = SettingsTable.text(groups, keyPrefix: { "\($0.name)." }, hasChoices: false)
        return GeneratedFile(path: path, text: try SettingsTable.replaced(in: path, by: rows))
    }
}
