import Glibc
public import NavigationControl
public import TOML

/// The controls that are installed. There is no central list: manifests are discovered.
public struct ControlCatalog: Sendable {
    /// A control with the place of its executable.
    public struct Entry: Sendable {
        /// What its manifest says.
        public var manifest: ControlManifest
        /// The manifest's file.
        public var file: String
        /// Absolute path of its executable; `nil` if there is none.
        public var executable: String?
    }

    /// What was found, in order of id.
    public let entries: [Entry]
    /// Manifests that could not be read.
    public let problems: [ConfigurationError]

    /// Looks through the folders of `NAVBUS_CONTROLS_PATH` (separated by colons) and of the data folder.
    public static func discover() -> ControlCatalog {
        let given = getenv("NAVBUS_CONTROLS_PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
        let own = InstalledFiles.dataFolder.map { ["\($0)/plugins", "\($0)/Plugins"] } ?? []
        return ControlCatalog(folders: given + own, executableFolder: InstalledFiles.executableFolder)
    }

    /// Reads `<folder>/<name>/plugin.toml` for each name in the folders; the first of an id wins.
    public init(folders: [String], executableFolder: String?) {
        var entries: [String: Entry] = [:]
        var problems: [ConfigurationError] = []
        for folder in folders {
            for name in InstalledFiles.names(in: folder) {
                let file = "\(folder)/\(name)/plugin.toml"
                guard access(file, F_OK) == 0 else { continue }
                do throws(ConfigurationError) {
                    let manifest = try ControlManifest(file: file)
                    guard entries[manifest.id] == nil else { continue }
                    let executable = Self.locate(manifest.executable, besides: "\(folder)/\(name)", executableFolder)
                    entries[manifest.id] = Entry(manifest: manifest, file: file, executable: executable)
                } catch {
                    problems.append(error)
                }
            }
        }
        self.entries = entries.values.sorted { $0.manifest.id < $1.manifest.id }
        self.problems = problems
    }

    /// The control with this id.
    public func entry(_ id: String) -> Entry? { entries.first { $0.manifest.id == id } }

    /// Beside the manifest, else where `navbus` itself lies, else on the search path.
    private static func locate(_ name: String, besides folder: String, _ executableFolder: String?) -> String? {
        if name.hasPrefix("/") { return InstalledFiles.isExecutable(name) ? name : nil }
        let path = getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
        let folders = [folder] + (executableFolder.map { [$0] } ?? []) + path
        return folders.map { "\($0)/\(name)" }.first(where: InstalledFiles.isExecutable)
    }
}
