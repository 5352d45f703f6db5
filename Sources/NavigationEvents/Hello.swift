/// The introduction of a control to the bus.
public struct Hello: Sendable, Hashable {
    /// The newest version of the contract that this build supports.
    public static let currentContractVersion: UInt32 = 1

    /// Manifest id of the control ("speech"); empty: an observer, which is not listed among the controls.
    public var control: String
    /// Version of the contract for which the control was written.
    public var contractVersion: UInt32
    /// The session that it follows.
    public var session: Session
    /// The topics to which it subscribes.
    public var topics: [Topic]
    /// Process id of the control.
    public var processID: Int32
    /// Whether it executes commands of people (onCommand); without such a control the bus refuses commands. A control
    /// with `true` subscribes to onCommand and sends a heartbeat each second.
    public var acceptsCommands: Bool

    /// Makes an introduction.
    public init(
        control: String,
        contractVersion: UInt32 = Hello.currentContractVersion,
        session: Session = .main,
        topics: [Topic],
        processID: Int32,
        acceptsCommands: Bool = false
    ) {
        self.control = control
        self.contractVersion = contractVersion
        self.session = session
        self.topics = topics
        self.processID = processID
        self.acceptsCommands = acceptsCommands
    }
}
