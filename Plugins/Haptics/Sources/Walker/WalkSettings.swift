/// How a walk goes.
struct WalkSettings: Hashable, Sendable {
    var mode = HapticsSettings.Mode.compass
    var compass = SimulatedCompass.Fit.wrist
    var sky = SimulatedReceiver.Sky.city
    /// Chooses everything that is left to chance.
    var seed: UInt64 = 1
    /// Whether the device vibrates at all: to see that nobody arrives by luck.
    var isDeviceOn = true
    /// The control's own settings, but for the mode.
    var haptics = HapticsSettings()

    /// After so many times the shortest time, and some minutes, it is given up.
    static let (mostTimes, moreSeconds) = (5.0, 300.0)
}
