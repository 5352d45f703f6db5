/// What a launcher tells the bus process it has started, on that process's standard input.
public enum LaunchOrder: Sendable, Hashable {
    /// What the bus is to be: first, and once. Keys are those of `NavigationLoop`'s plan.
    case plan([String: SettingValue])
    /// Begin to read the source of positions: the controls are ready.
    case begin
    /// How the process of a control fares: what the bus tells others, and how it knows its own controls.
    case control(ControlStatus)
}
