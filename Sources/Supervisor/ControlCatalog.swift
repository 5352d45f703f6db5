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
        /// Where it was found.
        public var origin: ControlOrigin
        /// Absolute path of its executable; `nil` if there is none.
        public var executable: String?
        /// Why there is none; `nil` if there is one.
        public var obstacle: Obstacle?

        /// What is wrong with its executable and the way out; `nil` if there is one.
        public var missing: String? { obstacle?.description }
    }

    /// Why an executable cannot be run: it is not there, or it is there and may not be run.
    public struct Obstacle: Sendable, Hashable, CustomStringConvertible {
        /// What is wrong: "there is no lamp in controls/Lamp or beside navbus".
        public var text: String
        /// The way out: "chmod +x controls/Lamp/lamp".
        public var remedy: String

        /// Both.
        public var description: String { "\(text): \(remedy)" }
    }

    /// What was found and cannot be used.
    public struct Refusal: Sendable {
        /// The name of the control's folder, or of the folder that was to be searched.
        public var name: String
        /// The id its manifest gives, as far as that can be read; else `nil`.
        public var id: String?
        /// Where it was found.
        public var origin: ControlOrigin
        /// What is wrong with it and the way out.
        public var error: ConfigurationError
    }

    /// What was found, in order of id.
    public let entries: [Entry]
    /// Controls whose id was found before, elsewhere; in the order in which they were found.
    public let hidden: [Entry]
    /// What cannot be used; it hides nothing.
    public let refusals: [Refusal]

    /// What is wrong with manifests and folders.
    public var problems: [ConfigurationError] { refusals.map(\.error) }

    /// The controls that this process finds; see ``ControlSearch``.
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

    /// Looks through folders that are all of one origin.
    public init(folders: [String], executableFolder: String?, origin: ControlOrigin = .variable) {
        self.init(
            places: folders.map { ControlSearch.Place(path: $0, origin: origin) }, executableFolder: executableFolder)
    }

    /// Reads `<place>/<name>/plugin.toml` for each name in the places, or `<place>/plugin.toml`; the first of an id wins.
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

    /// The control with this id.
    public func entry(_ id: String) -> Entry? { entries.first { $0.manifest.id == id } }

    /// What was found of the control with this id, and cannot be used; `nil` if nothing was, or if another place has one
    /// that can be. Where the manifest does not say whose it is, its folder does: `NextStreet` is that of `next-street`.
    public func refusal(_ id: String) -> Refusal? {
        guard entry(id) == nil else { return nil }
        return refusals.first { $0.id == id }
            ?? refusals.first { $0.id == nil && Self.plain($0.name) == Self.plain(id) }
    }

    private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }
}
