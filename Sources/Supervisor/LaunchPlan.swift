public import NavigationControl

/// How a process is started, limited and restarted.
public struct LaunchPlan: Sendable, Hashable {
    /// Manifest id of the control ("speech"), or another name that no control has.
    public var control: String
    /// Absolute path of the executable.
    public var executable: String
    /// Arguments of the executable.
    public var arguments: [String]
    /// Environment variables besides those of the launcher.
    public var environment: [String: String]
    /// Limits of its resources.
    public var limits: ResourceLimits
    /// Policy of its restarts.
    public var restart: RestartPolicy.Settings
    /// Whether the kernel ends it when the launcher dies. The bus has to save its state first.
    public var endsWithLauncher: Bool
    /// Whether an exit before it was ever ready is final: nothing works without it, and it has reported the reason.
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
