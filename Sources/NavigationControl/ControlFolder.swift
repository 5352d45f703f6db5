/// The folder for files of a control that last as long as navbus runs: the folder of the socket of the bus, or
/// `NAVBUS_STATE`. A file in it may come from an earlier run, so a control should store the number of the run with it.
public struct ControlFolder: Sendable, Hashable {
    /// Path of the folder. Other users may have write access: do not follow links in it.
    public let path: String
    /// The run of the bus: another number after each start of the bus.
    public let run: UInt64

    /// Makes the description of a folder.
    public init(path: String, run: UInt64) {
        self.path = path
        self.run = run
    }
}

extension ControlFolder {
    /// The path of the folder of a running control, and the name of its session, for a command of the same control.
    ///
    /// - Parameters:
    ///   - endpoint: Request endpoint of the bus; `nil`: that of the environment.
    ///   - session: Name of the session; `nil`: that of the environment.
    /// - Returns: `nil` if there is no folder, as for a bus on another machine.
    public static func ofCommand(endpoint: String? = nil, session: String? = nil) -> (path: String, session: String)? {
        let environment = ControlEnvironment().with(endpoint: endpoint, session: session)
        return environment.persistentFolder.map { ($0, environment.sessionName) }
    }
}
