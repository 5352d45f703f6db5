/// How time passes in opened sessions: section `[guidance]`, key `time`.
enum SessionTime: String, CaseIterable {
    /// By the clock of the bus, also while no positions come.
    case clock
    /// Only with positions.
    case positions
}
