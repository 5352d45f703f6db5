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
    var processID: Int32
    /// Which of its effects it is; 0 if they are not counted.
    var effectNumber: UInt64
}
