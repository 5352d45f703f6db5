/// What becomes of the devices.
enum DeviceNews: Hashable, Sendable {
    /// Things are felt on these devices from now on.
    case inUse([String])
    /// A device cannot be opened; told once for each reason, and tried again.
    case unusable(HapticsError)
    /// A device that was open is gone.
    case gone(HapticsError)
    /// A device does not say what it is, and may be none.
    case stranger(String)
    /// No device works.
    case nothingWorks
    /// Nobody has felt this: no device could begin it while it was valid.
    case missed(HapticCommand)
    /// Nor so many more, since the last was told.
    case missedMore(Int)
    /// The log cannot be written; told once.
    case logFailed(HapticsError)
}
