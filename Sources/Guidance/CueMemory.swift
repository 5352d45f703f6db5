import NavigationEvents

/// The last announced stage of each recent cue. It survives a route replacement.
struct CueMemory {
    private static let capacity = 64
    private var announced: [CueReference] = []

    /// The identities of the cues with an announced stage.
    var identities: [UInt64] { announced.map(\.identity) }

    /// The last announced stage of the identity, or `unknown`.
    func stage(of identity: UInt64) -> CueStage {
        announced.last { $0.identity == identity }?.stage ?? .unknown
    }

    /// Records that the stage was announced or is to be skipped.
    mutating func note(_ identity: UInt64, _ stage: CueStage) {
        guard self.stage(of: identity).rawValue < stage.rawValue else { return }
        announced.removeAll { $0.identity == identity }
        if announced.count >= Self.capacity { announced.removeFirst() }
        announced.append(CueReference(identity: identity, stage: stage))
    }
}
