public import EventBus
import Guidance
public import NavigationEvents

/// What the process of the loop is to be: where it listens, whom it guides, where positions come from.
///
/// The launcher reads it from a configuration and hands it over as ``settings`` in a
/// ``NavigationEvents/LaunchOrder/plan(_:)``.
public struct LoopPlan: Sendable, Hashable {
    /// Where the bus listens on this machine.
    public var endpoints: BusEndpoints
    /// Whose events it carries.
    public var session: Session
    /// Times the usual distance at which maneuvers are announced.
    public var cueTimingFactor: Double
    /// Where positions come from; `nil` if they only come over the request channel.
    public var source: SourcePlan?
    /// The settings of every installed control, by manifest id.
    public var controlSettings: [String: [String: SettingValue]]
    /// The roles of every installed control, by manifest id; a control that is not named has that of a control.
    public var controlRoles: [String: [Role]]
    /// How much is kept, and where.
    public var journal: JournalSettings
    /// Who else may come; see ``AccessSettings``.
    public var access: AccessSettings
    /// How many sessions may be opened while it runs.
    public var mostSessions: Int
    /// A journal that was left behind under another key is not continued but begun anew.
    public var resumeKey: String

    /// Makes a plan.
    public init(
        endpoints: BusEndpoints = .standard,
        session: Session = .main,
        cueTimingFactor: Double = 1,
        source: SourcePlan? = nil,
        controlSettings: [String: [String: SettingValue]] = [:],
        controlRoles: [String: [Role]] = [:],
        journal: JournalSettings = JournalSettings(),
        access: AccessSettings = AccessSettings(),
        mostSessions: Int = BusLimits.largestMostSessions,
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
        self.mostSessions = mostSessions
        self.resumeKey = resumeKey
    }

    /// How all sessions are guided.
    var guidance: GuidanceSettings { GuidanceSettings(cueTimingFactor: cueTimingFactor) }
}
