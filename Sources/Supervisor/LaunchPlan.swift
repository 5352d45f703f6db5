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
    /// How it is started again.
    public var restart: RestartPolicy.Settings
    /// Whether the kernel tells it when the launcher dies. The bus has other work to do then.
    public var endsWithLauncher: Bool

    /// Makes a plan.
    public init(
        control: String, executable: String, arguments: [String] = [], environment: [String: String],
        restart: RestartPolicy.Settings = RestartPolicy.Settings(), endsWithLauncher: Bool = true
    ) {
        self.control = control
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.restart = restart
        self.endsWithLauncher = endsWithLauncher
    }
}
