public import NavigationControl

/// How one process is started and kept.
public struct LaunchPlan: Sendable, Hashable {
    /// Manifest id of the control ("speech"), or another name that no control has.
    public var control: String
    /// Absolute path of the executable.
    public var executable: String
    /// What follows the executable on its command line.
    public var arguments: [String]
    /// What the process finds in its environment besides what the launcher inherited.
    public var environment: [String: String]
    /// What it may use at most.
    public var limits: ResourceLimits
    /// How it is started again.
    public var restart: RestartPolicy.Settings
    /// Whether the kernel tells it when the launcher dies. The bus has other work to do then.
    public var endsWithLauncher: Bool
    /// Whether an exit code before it was ever ready is final: nothing works without it, and it has said why.
    public var isRequired: Bool

    /// Makes a plan.
    public init(
        control: String, executable: String, arguments: [String] = [], environment: [String: String],
        limits: ResourceLimits = ResourceLimits(), restart: RestartPolicy.Settings = RestartPolicy.Settings(),
        endsWithLauncher: Bool = true, isRequired: Bool = false
    ) {
        self.control = control
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.limits = limits
        self.restart = restart
        self.endsWithLauncher = endsWithLauncher
        self.isRequired = isRequired
    }
}
