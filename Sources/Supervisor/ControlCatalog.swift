import Glibc
public import NavigationControl
import NavigationEvents
public import TOML

/// The installed controls. There is no central list: manifests are discovered.
public struct ControlCatalog: Sendable {
    /// An installed control and its executable.
    public struct Entry: Sendable {
        /// The contents of the manifest.
        public var manifest: ControlManifest
        /// The manifest's file.
        public var file: String
        /// Origin of the folder of the control.
        public var origin: ControlOrigin
        /// Absolute path of the executable; `nil` if there is none.
        public var executable: String?
        /// The absolute path of the program that joins the bus for the executable; `nil` if it joins itself.
        public var adapter: String?
        /// The reason why there is no executable; `nil` if there is one.
        public var obstacle: Obstacle?
        /// The executables of the commands in `[tools]`, by the name of the command: absolute paths, or why there is
        /// none.
        public var tools: [String: Result<String, Obstacle>] = [:]

        /// The program that is started as the control, and its arguments; `nil` if there is no executable.
        public var start: (program: String, arguments: [String])? {
            guard let executable else { return nil }
            guard let adapter else { return (executable, []) }
            let topics = manifest.topics.map(\.rawValue).joined(separator: ",")
            let settings = manifest.settings.map { "\($0.key):\($0.kind.rawValue)" }.joined(separator: ",")
            return (adapter, [manifest.id, topics, settings, executable])
        }

        /// The absolute path of the executable that runs a command of the control.
        public func program(for command: String?) throws(Obstacle) -> String {
            if let tool = command.flatMap({ tools[$0] }) { return try tool.get() }
            guard let executable else {
                throw obstacle ?? Obstacle(text: "it has no executable", remedy: "build it")
            }
            return executable
        }

        /// The problem with the executable, and the remedy; `nil` if there is one.
        public var missing: String? { obstacle?.description }
    }

    /// The reason why an executable cannot be run: it is missing or not executable.
    public struct Obstacle: Error, Hashable, CustomStringConvertible {
        /// The problem: "there is no lamp in controls/Lamp or beside navbus".
        public var text: String
        /// The remedy: "chmod +x controls/Lamp/lamp".
        public var remedy: String

        /// Problem and remedy.
        public var description: String { "\(text): \(remedy)" }
    }

    /// A control or a folder that cannot be used.
    public struct Refusal: Sendable {
        /// Name of the folder of the control, or of the folder that was to be searched.
        public var name: String
        /// The id in the manifest; `nil` if it cannot be read.
        public var id: String?
        /// Origin of the folder.
        public var origin: ControlOrigin
        /// The problem and the remedy.
        public var error: ConfigurationError
    }

    /// The usable controls, in order of id.
    public let entries: [Entry]
    /// Controls whose id an earlier place has already, in order of discovery.
    public let hidden: [Entry]
    /// Controls and folders that cannot be used; they hide no others.
    public let refusals: [Refusal]

    /// The problems of manifests and folders.
    public var problems: [ConfigurationError] { refusals.map(\.error) }

    /// The controls that this process finds, by the rules of ``ControlSearch``.
    public static func discover() -> ControlCatalog {
        var environment: [String: String] = [:]
        for name in ControlSearch.variables {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        let search = ControlSearch(
            environment: environment, executableFolder: InstalledFiles.executableFolder,
            workingFolder: PathResolver.absolute("."))
        return ControlCatalog(places: search.places, executableFolder: InstalledFiles.executableFolder)
    }

    /// Searches folders of one origin.
    public init(folders: [String], executableFolder: String?, origin: ControlOrigin = .variable) {
        self.init(
            places: folders.map { ControlSearch.Place(path: $0, origin: origin) }, executableFolder: executableFolder)
    }

    /// Reads `<place>/<name>/plugin.toml` for each name in the places, or `<place>/plugin.toml`. Of several controls
    /// with the same id the first one counts.
    public init(places: [ControlSearch.Place], executableFolder: String?) {
        self.init(places: places, executableFolder: executableFolder, trust: .ofThisProcess)
    }

    init(places: [ControlSearch.Place], executableFolder: String?, trust: OwnerTrust) {
        var reader = CatalogReader(executableFolder: executableFolder, trust: trust)
        for place in places { reader.read(place) }
        entries = reader.entries.values.sorted { $0.manifest.id < $1.manifest.id }
        hidden = reader.hidden
        refusals = reader.refusals
    }

    /// The control with an id.
    public func entry(_ id: String) -> Entry? { entries.first { $0.manifest.id == id } }

    /// The control whose commands have a name: its id, or else its alias.
    public func entry(forCommand name: String) -> Entry? {
        entry(name) ?? entries.first { !$0.manifest.alias.isEmpty && $0.manifest.alias == name }
    }

    /// The refusal of the control with an id; `nil` if there is none, or if another place has a usable control with it.
    /// If a manifest has no readable id, its folder decides: `NextStreet` belongs to `next-street`.
    public func refusal(_ id: String) -> Refusal? {
        guard entry(id) == nil else { return nil }
        return refusals.first { $0.id == id }
            ?? refusals.first { $0.id == nil && Self.plain($0.name) == Self.plain(id) }
    }

    private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }
}
