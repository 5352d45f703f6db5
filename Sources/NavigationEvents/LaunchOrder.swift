/// A message of the launcher to the bus process that it has started, on the standard input of that process.
public enum LaunchOrder: Sendable, Hashable {
    /// The plan of the bus, first and once.
    case plan(LoopPlan)
    /// A plan of an earlier version, as values by name. A bus refuses it.
    case earlierPlan([String: SettingValue])
    /// Start reading the source of positions: the controls are ready.
    case begin
    /// The state of a control's process, which the bus publishes and by which it recognizes its own controls.
    case control(ControlStatus)
    /// The state of a process of the launcher that is no control and only observes, such as the metrics server.
    case observer(ControlStatus)
}
