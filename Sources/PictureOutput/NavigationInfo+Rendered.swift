public import NavigationEvents

extension NavigationInfo {
    /// The cue that a picture of a step renders: the one that is due for its maneuver, as long as it is valid. What is
    /// announced too late is seen all the same, but is no announcement any more.
    public func cueRendered(with step: Step?) -> CueReference? {
        guard let cue, let step, cue.stepNumber == step.number,
            fix.time.seconds(since: cue.dueAt) <= cue.validForSeconds
        else { return nil }
        return cue.reference
    }
}
