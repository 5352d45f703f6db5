/// Where a control may keep files of its own for as long as navbus runs: beside the socket of the bus, or in the folder
/// `NAVBUS_STATE`. What lies there may be of a run before: note the number of the run with it.
public struct ControlFolder: Sendable, Hashable {
    /// The folder. Others may be able to write into it: follow no links there.
    public let path: String
    /// Which run of the bus it is: another number after each start of the bus.
    public let run: UInt64

    /// Names a folder.
    public init(path: String, run: UInt64) {
        self.path = path
        self.run = run
    }
}
