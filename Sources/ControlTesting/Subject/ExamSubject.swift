import Glibc
public import NavigationControl
public import NavigationEvents
import Supervisor
import TOML

/// The control that is examined: an executable, and what its manifest says of it.
public struct ExamSubject: Sendable {
    /// Absolute path of the executable.
    public var executable: String
    /// What it is started with.
    public var arguments: [String]
    /// What its manifest claims; `nil` for a bare executable, which joins under a name of its own.
    public var manifest: ControlManifest?
    /// What the bus answers its hello with: the defaults of the manifest, and over them what was given.
    public var settings: [String: SettingValue]

    /// Finds the control at a path.
    ///
    /// - Parameters:
    ///   - path: A folder with a `plugin.toml`, that file itself, or an executable.
    ///   - arguments: What the executable is started with.
    ///   - settings: Settings over the defaults of the manifest, each as `key=value`.
    ///   - executableFolders: Where an executable may lie besides the folder of its manifest and the search path.
    public init(
        path: String, arguments: [String] = [], settings: [String] = [], executableFolders: [String] = []
    ) throws(ExamError) {
        self.arguments = arguments
        let path = PathResolver.absolute(path)
        if InstalledFiles.isFolder(path) {
            let (manifest, executable) = try Self.read(folder: path, executableFolders)
            self.manifest = manifest
            self.executable = executable
        } else if path.hasSuffix("/plugin.toml"), let folder = InstalledFiles.parent(of: path) {
            let (manifest, executable) = try Self.read(folder: folder, executableFolders)
            self.manifest = manifest
            self.executable = executable
        } else {
            guard access(path, F_OK) == 0 else { throw .noControl(path: path, reason: "nothing lies there") }
            guard InstalledFiles.isExecutable(path) else {
                throw .noControl(path: path, reason: "this file may not be executed")
            }
            executable = path
        }
        self.settings = [:]
        self.settings = try Self.settings(manifest, settings)
    }

    /// Makes a subject of its parts.
    public init(
        executable: String, arguments: [String] = [], manifest: ControlManifest? = nil,
        settings: [String: SettingValue] = [:]
    ) {
        self.executable = executable
        self.arguments = arguments
        self.manifest = manifest
        self.settings = settings
    }

    /// What it is called in the exam's own words.
    public var name: String {
        manifest?.id
            ?? String(
                executable[(executable.lastIndex(of: "/").map(executable.index(after:)) ?? executable.startIndex)...])
    }

    private static func read(
        folder: String, _ executableFolders: [String]
    ) throws(ExamError) -> (ControlManifest, String) {
        let file = folder == "/" ? "/plugin.toml" : "\(folder)/plugin.toml"
        guard access(file, F_OK) == 0 else { throw .noControl(path: folder, reason: "this folder has no plugin.toml") }
        let manifest: ControlManifest
        do throws(ConfigurationError) {
            manifest = try ControlManifest(file: file)
        } catch {
            throw .manifest("\(error)")
        }
        guard let executable = locate(manifest.executable, besides: [folder] + executableFolders) else {
            throw .noControl(
                path: folder,
                reason:
                    "its executable \"\(manifest.executable)\" is neither beside its manifest nor beside navbus nor on "
                    + "the search path; build it first")
        }
        return (manifest, executable)
    }

    private static func locate(_ name: String, besides folders: [String]) -> String? {
        if name.hasPrefix("/") { return InstalledFiles.isExecutable(name) ? name : nil }
        let path = getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
        let own = InstalledFiles.executableFolder.map { [$0] } ?? []
        return (folders + own + path).map { PathResolver.absolute("\($0)/\(name)") }
            .first(where: InstalledFiles.isExecutable)
    }

    private static func settings(
        _ manifest: ControlManifest?, _ given: [String]
    ) throws(ExamError) -> [String: SettingValue] {
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
    ) throws(ExamError) -> SettingValue {
        guard let manifest else { return plainValue(text) }
        let settings = ControlSettings(manifest: manifest, paths: PathResolver(base: "."))
        guard let value = settings.value(text, for: key) else {
            throw .setting("\(key)=\(text): it must be \(settings.wanted(key))")
        }
        return value
    }

    /// Without a manifest nobody knows what is wanted: a text that reads as one of the others is that.
    private static func plainValue(_ text: String) -> SettingValue {
        if let value = Bool(text) { return .bool(value) }
        if let value = Int64(text) { return .integer(value) }
        if let value = Double(text) { return .number(value) }
        return .text(text)
    }
}
