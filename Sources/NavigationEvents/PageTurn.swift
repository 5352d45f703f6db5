/// Which page of what is being read is to come.
public enum PageTurn: Sendable, Hashable {
    case next
    case previous
    /// The page with this number, from 1.
    case to(Int)
}
