/// The key of an announcement: identity and stage of a cue. A control renders each combination once.
public struct CueReference: Sendable, Hashable {
    /// ``Cue/identity``.
    public var identity: UInt64
    /// ``Cue/stage``.
    public var stage: CueStage

    /// Makes a reference.
    public init(identity: UInt64, stage: CueStage) {
        self.identity = identity
        self.stage = stage
    }
}

extension Cue {
    /// The key under which the cue is announced once.
    public var reference: CueReference { CueReference(identity: identity, stage: stage) }
}
