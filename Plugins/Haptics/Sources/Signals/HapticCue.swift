import NavigationEvents

/// A signal, and the cue that it renders.
struct HapticCue: Hashable, Sendable {
    /// The situation to be signalled.
    var signal: HapticSignal
    /// The cue of guidance; `nil` for conditions of the drive, pointers and answers to requests.
    var cue: CueReference?
}

extension Cue {
    /// The time within which a signal of the cue may still begin, seconds; negative if it is too late.
    ///
    /// - Parameter time: The time of the fix.
    func remainingSeconds(at time: Timestamp) -> Double { validForSeconds - max(0, time.seconds(since: dueAt)) }
}
