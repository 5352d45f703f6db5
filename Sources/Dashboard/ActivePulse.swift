public import NavigationEvents

/// A haptic pulse that is being played.
public struct ActivePulse: Sendable, Hashable {
    /// The control that plays it ("haptics").
    public internal(set) var control: String
    /// Its meaning ("now left").
    public internal(set) var text: String
    /// The cue that it renders.
    public internal(set) var cue: CueReference?
    /// The process of the control.
    public internal(set) var processID: Int32
    /// The number of the effect in its process, from 1; 0 if effects are not numbered.
    public internal(set) var effectNumber: UInt64
    /// The arrival of the report of its beginning.
    public internal(set) var reportedAt: Moment
}
