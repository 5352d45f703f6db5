/// A page of the text that is read aloud, as the target of a command.
public enum PageTurn: Sendable, Hashable {
    /// The page after the present one.
    case next
    /// The page before the present one.
    case previous
    /// The page with this number, from 1.
    case to(Int)
}
