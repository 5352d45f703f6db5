/// How a control introduces itself.
public struct Hello: Sendable, Hashable {
    /// The newest version of the contract this build speaks.
    public static let currentContractVersion: UInt32 = 1

    /// Manifest id of the control ("speech"); empty: no control, but somebody who only listens and stands in no list.
    public var control: String
    /// Version of the contract the control was written for.
    public var contractVersion: UInt32
    /// The session it wants to follow.
    public var session: Session
    /// The topics it will subscribe to.
    public var topics: [Topic]
    /// The control's process.
    public var processID: Int32
    /// Whether it carries out what people ask of controls (onCommand), so that the bus does not refuse it. Who does has
    /// onCommand among its topics, and says each second that it is alive.
    public var takesCommands: Bool

    /// Makes an introduction.
    public init(
        control: String,
        contractVersion: UInt32 = Hello.currentContractVersion,
        session: Session = .main,
        topics: [Topic],
        processID: Int32,
        takesCommands: Bool = false
    ) {
        self.control = control
        self.contractVersion = contractVersion
        self.session = session
        self.topics = topics
        self.processID = processID
        self.takesCommands = takesCommands
    }
}
