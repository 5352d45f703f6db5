/// The page of the text that is read aloud to go to.
public enum PageTurn: Sendable, Hashable {
    case next
    case previous
    /// The page with this number, from 1.
    case to(Int)
}
