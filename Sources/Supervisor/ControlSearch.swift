/// Where controls are looked for, first to last. A value: what it gives follows from what it is told alone, and from which
/// folders there are.
public struct ControlSearch: Sendable, Hashable {
    /// A folder that may hold folders of controls, or be one.
    public struct Place: Sendable, Hashable {
        /// Absolute path; it need not be there.
        public var path: String
        /// Whose folder it is.
        public var origin: ControlOrigin

        /// Names a place.
        public init(path: String, origin: ControlOrigin) {
            self.path = path
            self.origin = origin
        }
    }

    /// Where the system keeps controls, whatever `navbus` is run.
    public static let systemFolder = "/usr/lib/navbus/controls"

    /// The variables of the environment that count.
    public static let variables = ["NAVBUS_CONTROLS_PATH", "XDG_DATA_HOME", "HOME", "NAVBUS_DATA"]

    /// In the order in which they are searched, each once.
    public let places: [Place]

    /// Makes the list.
    ///
    /// - Parameters:
    ///   - environment: the ``variables`` of it count.
    ///   - executableFolder: the folder of the running `navbus`.
    ///   - workingFolder: what relative paths of `NAVBUS_CONTROLS_PATH` are relative to.
    public init(environment: [String: String], executableFolder: String?, workingFolder: String) {
        let paths = PathResolver(base: workingFolder, home: environment["HOME"])
        // Other than in PATH an empty part is not the working folder: nobody means to run what happens to lie there.
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

    /// By the XDG base directories a relative `XDG_DATA_HOME` counts as none.
    private static func userFolder(_ environment: [String: String]) -> Place? {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/share" : nil }
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        return data.map { Place(path: PathResolver(base: $0).resolve("navbus/controls"), origin: .user) }
    }

    private static func isInstalled(_ data: String) -> Bool { data.hasSuffix("/share/navbus") }
}
