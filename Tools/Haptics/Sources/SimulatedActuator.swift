import HapticDevices

/// Plays commands to a simulated walker, in the time of the walk, with the player of a real device.
final class SimulatedActuator: HapticActuator {
    /// The time of the walk.
    var nowMilliseconds = 0
    /// Whether the device vibrates; if it is off, it accepts commands without effect.
    let isOn: Bool
    private let motors: HapticMotors
    private var player = PulsePlayer()
    private var rhythm: RhythmCollector
    /// The number of rhythms so far.
    private(set) var feltCount = 0

    init(motors: HapticMotors, isOn: Bool, rhythm: RhythmCollector) {
        self.motors = motors
        self.isOn = isOn
        self.rhythm = rhythm
    }

    func open(isContinued: Bool) throws(HapticDeviceError) {}

    func play(_ command: HapticCommand) throws(HapticDeviceError) { player.play(command, at: nowMilliseconds) }

    func cancel() {
        player.cancel(at: nowMilliseconds)
        rhythm.cut(at: nowMilliseconds)
    }

    func close() { cancel() }

    /// The rhythm that has ended by now, and its beginning.
    func endedRhythm() -> (began: Int, pulses: [PerceivedPulse])? {
        for case .vibrate(let pulse, let way) in player.advance(at: nowMilliseconds, canPlay: true) where isOn {
            rhythm.add(Vibration(pulse, relativeBearingDegrees: way, on: motors), at: nowMilliseconds)
        }
        guard let felt = rhythm.ended(at: nowMilliseconds) else { return nil }
        feltCount += 1
        return felt
    }
}
