/// The places where controls are searched, in order. A value: it depends only on its arguments and on the existing
/// folders.
public struct ControlSearch: Sendable, Hashable {
    /// A folder that contains folders of controls, or is one.
    public struct Place: Sendable, Hashable {
        /// Absolute path; the folder need not exist.
        public var path: String
        /// Origin of the folder.
        public var origin: ControlOrigin

        /// Makes a place.
        public init(path: String, origin: ControlOrigin) {
            self.path = path
            self.origin = origin
        }
    }

    /// The folder of controls of the system, whichever `navbus` is run.
    public static let systemFolder = "/usr/lib/navbus/controls"

    /// The environment variables that count.
    public static let variables = ["NAVBUS_CONTROLS_PATH", "XDG_DATA_HOME", "HOME", "NAVBUS_DATA"]

    /// The places in order of search, each once.
    public let places: [Place]

    /// Makes the list.
    ///
    /// - Parameters:
    ///   - environment: The environment; only the ``variables`` count.
    ///   - executableFolder: The folder of the running `navbus`.
    ///   - workingFolder: The base of relative paths in `NAVBUS_CONTROLS_PATH`.
    public init(environment: [String: String], executableFolder: String?, workingFolder: String) {
        let paths = PathResolver(base: workingFolder, home: environment["HOME"])
        // Unlike in PATH, an empty part is not the working folder: controls must not run because they happen to be
        // there.
        let given = (environment["NAVBUS_CONTROLS_PATH"] ?? "").split(separator: ":").map {
            Place(path: paths.resolve(String($0)), origin: .variable)
        }
        let data = InstalledFiles.dataFolder(environment: environment, executableFolder: executableFolder)
        let own = data.map { Place(path: "\($0)/Plugins", origin: Self.isInstalled($0) ? .installed : .checkout) }
        let prefix = executableFolder.flatMap(InstalledFiles.parent(of:))
        let installed = prefix.map {
            Place(path: $0 == "/" ? "/lib/navbus/controls" : "\($0)/lib/navbus/controls", origin: .installed)
        }
        let behind = own?.origin == .installed ? [installed, own] : [own, installed]
        let all =
            given + [Self.userFolder(environment), behind[0], behind[1]].compactMap(\.self)
            + [Place(path: Self.systemFolder, origin: .system)]
        places = all.indices.filter { index in !all[..<index].contains { $0.path == all[index].path } }.map { all[$0] }
    }

    /// By the specification of the XDG base directories, a relative `XDG_DATA_HOME` is ignored.
    private static func userFolder(_ environment: [String: String]) -> Place? {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/share" : nil }
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        return data.map { Place(path: PathResolver(base: $0).resolve("navbus/controls"), origin: .user) }
    }

    private static func isInstalled(_ data: String) -> Bool { data.hasSuffix("/share/navbus") }
}
