/// Why the loop cannot run. The description completes "failed to …".
public struct LoopError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What failed, where, why, and the way out.
    public let description: String

    /// Makes an error.
    public init(_ description: String) { self.description = description }
}
