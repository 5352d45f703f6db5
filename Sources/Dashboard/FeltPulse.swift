public import NavigationEvents

/// A signal that is felt now.
public struct FeltPulse: Sendable, Hashable {
    /// The control that makes it felt ("haptics").
    public internal(set) var control: String
    /// What it says ("now left").
    public internal(set) var text: String
    /// The cue that it stands for.
    public internal(set) var cue: CueReference?
    /// Its process.
    public internal(set) var processID: Int32
    /// Which of its effects it is, from 1; 0 if they are not counted.
    public internal(set) var effectNumber: UInt64
    /// When it began.
    public internal(set) var heardAt: Moment
}
