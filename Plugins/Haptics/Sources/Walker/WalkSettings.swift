/// The settings of a walk.
struct WalkSettings: Hashable, Sendable {
    var mode = HapticsSettings.ModeChoice.compass
    var compass = SimulatedCompass.Quality.wrist
    var reception = SimulatedReceiver.Reception.city
    /// The seed of all random values.
    var seed: UInt64 = 1
    /// Whether the device vibrates at all: a walk without it shows that luck is not enough.
    var isDeviceOn = true
    /// The settings of the control, except for the mode.
    var haptics = HapticsSettings()

    /// The time limit of a walk: a multiple of the shortest time, plus some seconds.
    static let (maxTimeFactor, extraSeconds) = (5.0, 300.0)
}
