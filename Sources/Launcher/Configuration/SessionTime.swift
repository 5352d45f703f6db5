/// How time passes in opened sessions: section `[guidance]`, key `time`.
enum SessionTime: String, CaseIterable {
    /// By the clock of the bus, also while no positions come.
    case clock
    /// Only with positions, and with requests that say that it has passed.
    case positions
}
