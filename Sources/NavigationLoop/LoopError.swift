/// A failure of the process `navbus-bus`. The description continues "failed to …".
public struct LoopError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The failed action, its object, the reason, and what to do.
    public let description: String

    /// Makes an error.
    public init(_ description: String) { self.description = description }
}
