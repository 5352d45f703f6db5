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
