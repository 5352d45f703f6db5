/// How one control is started.
public struct LaunchPlan: Sendable, Hashable {
    /// Manifest id of the control ("speech").
    public var control: String
    /// Absolute path of the executable.
    public var executable: String
    /// What follows the executable on its command line.
    public var arguments: [String]
    /// What the control finds in its environment besides what the launcher inherited.
    public var environment: [String: String]

    /// Makes a plan.
    public init(control: String, executable: String, arguments: [String] = [], environment: [String: String]) {
        self.control = control
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }
}
