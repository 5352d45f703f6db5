public import NavigationEvents

/// What a control says of itself in the `plugin.toml` of its folder.
public struct ControlManifest: Sendable, Hashable {
    /// Its name everywhere: folder (capitalised), executable (`navbus-<id>`), section of the configuration.
    public var id: String
    /// What it does, in a sentence.
    public var summary: String
    /// File name of its executable.
    public var executable: String
    /// Version of the contract it was written for.
    public var contractVersion: UInt32
    /// The topics it uses.
    public var topics: [Topic]
    /// Its settings, in the order of the manifest.
    public var settings: [SettingDeclaration]
    /// What it may do on the bus.
    public var roles: Set<Role>
    /// What its process may use.
    public var limits: ResourceLimits
    /// Whether its executable says with the argument `doctor` what is wrong: see ``ControlFinding``.
    public var hasDoctor: Bool
    /// Its own version, as its author writes it; empty if none is told.
    public var version: String
    /// Where its author tells more of it; empty if nowhere.
    public var homepage: String

    /// Makes a manifest.
    public init(
        id: String,
        summary: String,
        executable: String,
        contractVersion: UInt32 = Hello.currentContractVersion,
        topics: [Topic],
        settings: [SettingDeclaration] = [],
        roles: Set<Role> = [.control],
        limits: ResourceLimits = ResourceLimits(),
        hasDoctor: Bool = false,
        version: String = "",
        homepage: String = ""
    ) {
        self.id = id
        self.summary = summary
        self.executable = executable
        self.contractVersion = contractVersion
        self.topics = topics
        self.settings = settings
        self.roles = roles
        self.limits = limits
        self.hasDoctor = hasDoctor
        self.version = version
        self.homepage = homepage
    }
}
