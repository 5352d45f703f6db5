import NavigationEvents

/// The deepest stage said of each recent cue. It survives a route replacement.
struct CueMemory {
    private static let capacity = 64
    private var said: [CueReference] = []

    /// The identities of which anything was said.
    var identities: [UInt64] { said.map(\.identity) }

    /// The deepest stage said of the identity, or `unknown`.
    func stage(of identity: UInt64) -> CueStage {
        said.last { $0.identity == identity }?.stage ?? .unknown
    }

    /// Notes that the stage was said, or is not to be said any more.
    mutating func note(_ identity: UInt64, _ stage: CueStage) {
        guard self.stage(of: identity).rawValue < stage.rawValue else { return }
        said.removeAll { $0.identity == identity }
        if said.count >= Self.capacity { said.removeFirst() }
        said.append(CueReference(identity: identity, stage: stage))
    }
}
