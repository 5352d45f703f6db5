/// The plan of the process `navbus-bus`: its endpoints, its session, its source of positions and its settings.
///
/// The launcher creates it from a configuration and sends it as a ``LaunchOrder/plan(_:)``.
public struct LoopPlan: Sendable, Hashable {
    /// The endpoints of the bus on this machine.
    public var endpoints: BusEndpoints
    /// The session of the bus.
    public var session: Session
    /// Factor of the normal distances at which maneuvers are announced.
    public var cueTimingFactor: Double
    /// The source of positions; `nil` if positions only arrive over the request socket.
    public var source: SourcePlan?
    /// The settings of every installed control, by manifest id.
    public var controlSettings: [String: [String: SettingValue]]
    /// The roles of every installed control, by manifest id; a control that is not listed has the role `control`.
    public var controlRoles: [String: [Role]]
    /// The size and folder of the journal.
    public var journal: JournalSettings
    /// The permissions of other peers; see ``AccessSettings``.
    public var access: AccessSettings
    /// Maximum number of sessions that may be opened while the bus runs.
    public var maxSessions: Int
    /// Whether time passes in opened sessions only with their requests, not by the clock of the bus. The same requests
    /// then always have the same events, as a fleet needs that repeats them on another machine.
    public var passesTimeWithPositions: Bool
    /// A journal with another key is not resumed but begun again.
    public var resumeKey: String

    /// Makes a plan.
    public init(
        endpoints: BusEndpoints,
        session: Session = .main,
        cueTimingFactor: Double = 1,
        source: SourcePlan? = nil,
        controlSettings: [String: [String: SettingValue]] = [:],
        controlRoles: [String: [Role]] = [:],
        journal: JournalSettings = JournalSettings(),
        access: AccessSettings = AccessSettings(),
        maxSessions: Int,
        passesTimeWithPositions: Bool = false,
        resumeKey: String = ""
    ) {
        self.endpoints = endpoints
        self.session = session
        self.cueTimingFactor = cueTimingFactor
        self.source = source
        self.controlSettings = controlSettings
        self.controlRoles = controlRoles
        self.journal = journal
        self.access = access
        self.maxSessions = maxSessions
        self.passesTimeWithPositions = passesTimeWithPositions
        self.resumeKey = resumeKey
    }
}
