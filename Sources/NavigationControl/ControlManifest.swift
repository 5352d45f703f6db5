public import NavigationEvents

/// The contents of the `plugin.toml` of a control.
public struct ControlManifest: Sendable, Hashable {
    /// Name of the control: also the folder (capitalised), the executable (`navbus-<id>`) and the section of the
    /// configuration.
    public var id: String
    /// Description in one sentence.
    public var summary: String
    /// File name of its executable.
    public var executable: String
    /// The way in which the executable gets its events.
    public var inputProtocol: ControlProtocol
    /// Version of the contract that the control was written for.
    public var contractVersion: UInt32
    /// The topics that it uses.
    public var topics: [Topic]
    /// The settings, in the order of the manifest.
    public var settings: [SettingDeclaration]
    /// The permissions of the control on the bus.
    public var roles: Set<Role>
    /// Limits of the resources of its process.
    public var limits: ResourceLimits
    /// Whether it has the command `doctor`; see ``ControlFinding``.
    public var hasDoctor: Bool
    /// The executables of commands that ``executable`` does not run, by the name of the command.
    public var tools: [String: String]
    /// The summaries of its commands, such as `navbus speech say`, by the name of the command; those that ``tools`` run
    /// included.
    public var commands: [String: String]
    /// Version of the control, in the words of its author; empty if the manifest has none.
    public var version: String
    /// Address of the homepage of the control; empty if the manifest has none.
    public var homepage: String
    /// A second name for its commands: `navbus fleet status` is `navbus link status`; empty if it has none.
    public var alias: String
    /// The grades that it claims to reach in the conformance test; empty if it claims none.
    public var grades: Set<ControlGrade>

    /// Makes a manifest.
    public init(
        id: String,
        summary: String,
        executable: String,
        inputProtocol: ControlProtocol = .contract,
        contractVersion: UInt32 = Hello.currentContractVersion,
        topics: [Topic],
        settings: [SettingDeclaration] = [],
        roles: Set<Role> = [.control],
        limits: ResourceLimits = ResourceLimits(),
        hasDoctor: Bool = false,
        tools: [String: String] = [:],
        commands: [String: String] = [:],
        version: String = "",
        homepage: String = "",
        alias: String = "",
        grades: Set<ControlGrade> = []
    ) {
        self.id = id
        self.summary = summary
        self.executable = executable
        self.inputProtocol = inputProtocol
        self.contractVersion = contractVersion
        self.topics = topics
        self.settings = settings
        self.roles = roles
        self.limits = limits
        self.hasDoctor = hasDoctor
        self.tools = tools
        self.commands = commands
        self.version = version
        self.homepage = homepage
        self.alias = alias
        self.grades = grades
    }
}
