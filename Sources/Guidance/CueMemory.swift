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
        let known = announced.lastIndex { $0.identity == identity }
        guard (known.map { announced[$0].stage } ?? .unknown).rawValue < stage.rawValue else { return }
        if let known {
            announced.remove(at: known)
        } else if announced.count >= Self.capacity {
            announced.removeFirst()
        }
        announced.append(CueReference(identity: identity, stage: stage))
    }
}
