import Glibc
public import NavigationControl
public import NavigationEvents
import Supervisor
import TOML

/// The control under test: an executable and its manifest.
public struct TestedControl: Sendable {
    /// Absolute path of the executable.
    public var executable: String
    /// Arguments for the executable.
    public var arguments: [String]
    /// The manifest; `nil` for an executable without one, which joins under a name of its own.
    public var manifest: ControlManifest?
    /// The settings in the reply to its hello: the defaults of the manifest, overridden by the given ones.
    public var settings: [String: SettingValue]

    /// Finds the control at a path, and its executable by the rules of `navbus run`.
    ///
    /// - Parameters:
    ///   - path: A folder with a `plugin.toml`, that file itself, or an executable.
    ///   - arguments: Arguments for the executable.
    ///   - settings: Settings that override the defaults of the manifest, each as `key=value`.
    public init(path: String, arguments: [String] = [], settings: [String] = []) throws(ConformanceError) {
        let path = PathResolver.absolute(path)
        self.init(executable: path, arguments: arguments)
        if InstalledFiles.isFolder(path) {
            try read(folder: path)
        } else if path.hasSuffix("/plugin.toml"), let folder = InstalledFiles.parent(of: path) {
            try read(folder: folder)
        } else {
            guard access(path, F_OK) == 0 else { throw .noControl(path: path, reason: "no such file or folder") }
            guard InstalledFiles.isExecutable(path) else {
                throw .noControl(path: path, reason: "this file is not executable")
            }
        }
        self.settings = try Self.settings(manifest, settings)
    }

    /// Creates a subject from its parts.
    public init(
        executable: String, arguments: [String] = [], manifest: ControlManifest? = nil,
        settings: [String: SettingValue] = [:]
    ) {
        self.executable = executable
        self.arguments = arguments
        self.manifest = manifest
        self.settings = settings
    }

    /// Name in the report: the id of the manifest, or the name of the executable.
    public var name: String {
        manifest?.id
            ?? String(
                executable[(executable.lastIndex(of: "/").map(executable.index(after:)) ?? executable.startIndex)...])
    }

    private mutating func read(folder: String) throws(ConformanceError) {
        guard access(folder == "/" ? "/plugin.toml" : "\(folder)/plugin.toml", F_OK) == 0 else {
            throw .noControl(path: folder, reason: "this folder has no plugin.toml")
        }
        // A folder that is given explicitly is trusted like the folders that are shipped with navbus.
        let catalog = ControlCatalog(
            folders: [folder], executableFolder: InstalledFiles.executableFolder, origin: .checkout)
        if let problem = catalog.problems.first { throw .manifest("\(problem)") }
        guard let entry = catalog.entries.first else {
            throw .noControl(path: folder, reason: "its plugin.toml describes no control")
        }
        guard let start = entry.start else { throw .noExecutable(entry.missing ?? folder) }
        manifest = entry.manifest
        executable = start.program
        arguments = start.arguments + arguments
    }

    private static func settings(
        _ manifest: ControlManifest?, _ given: [String]
    ) throws(ConformanceError) -> [String: SettingValue] {
        var section: [String: SettingValue] = [:]
        for text in given {
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                throw .setting("\(text): it must have the form key=value, such as output=none")
            }
            let (key, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
            section[key] = try self.value(value, key, manifest)
        }
        guard let manifest else { return section }
        do throws(ConfigurationError) {
            return try ControlSettings(manifest: manifest, paths: PathResolver(base: ".")).resolved(section) {
                ConfigurationError(file: "--set \($0)", text: $1)
            }
        } catch {
            throw .setting(String("\(error)".dropFirst("--set ".count)))
        }
    }

    private static func value(
        _ text: String, _ key: String, _ manifest: ControlManifest?
    ) throws(ConformanceError) -> SettingValue {
        guard let manifest else { return plainValue(text) }
        let settings = ControlSettings(manifest: manifest, paths: PathResolver(base: "."))
        guard let value = settings.value(text, for: key) else {
            throw .setting("\(key)=\(text): it must be \(settings.wanted(key))")
        }
        return value
    }

    /// Without a manifest the type follows from the text: a boolean, an integer, a number, or else a string.
    private static func plainValue(_ text: String) -> SettingValue {
        if let value = Bool(text) { return .bool(value) }
        if let value = Int64(text) { return .integer(value) }
        if let value = Double(text) { return .number(value) }
        return .text(text)
    }
}
