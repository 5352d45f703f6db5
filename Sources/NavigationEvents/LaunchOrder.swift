/// A message of the launcher to the bus process that it has started, on the standard input of that process.
public enum LaunchOrder: Sendable, Hashable {
    /// The plan of the bus, first and once. The keys are those of `LoopPlan` in `NavigationLoop`.
    case plan([String: SettingValue])
    /// Start reading the source of positions: the controls are ready.
    case begin
    /// The state of a control's process, which the bus publishes and by which it recognizes its own controls.
    case control(ControlStatus)
}
