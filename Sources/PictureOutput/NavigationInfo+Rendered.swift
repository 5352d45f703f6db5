public import NavigationEvents

extension NavigationInfo {
    /// The cue that a picture of a step renders: the cue of its maneuver, while it is valid. After that, the picture is
    /// shown but renders no cue.
    public func cueRendered(with step: Step?) -> CueReference? {
        guard let cue, let step, cue.stepNumber == step.number,
            fix.time.seconds(since: cue.dueAt) <= cue.validForSeconds
        else { return nil }
        return cue.reference
    }
}
