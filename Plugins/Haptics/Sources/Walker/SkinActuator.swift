/// Makes vibrations felt by a simulated walker, in the walk's own time: commands are played as on a real device.
final class SkinActuator: HapticActuator {
    /// Milliseconds of the walk: what is told now is told at this time.
    var nowMilliseconds = 0
    /// A device that is off is told all, and nothing is felt.
    let isOn: Bool
    private let motors: HapticMotors
    private var player = PulsePlayer()
    private var rhythm: FeltRhythm
    /// Rhythms felt so far.
    private(set) var feltCount = 0

    init(motors: HapticMotors, isOn: Bool, rhythm: FeltRhythm) {
        self.motors = motors
        self.isOn = isOn
        self.rhythm = rhythm
    }

    func open(isContinued: Bool) throws(HapticsError) {}

    func play(_ command: HapticCommand) throws(HapticsError) { player.play(command, at: nowMilliseconds) }

    func cancel() {
        player.cancel(at: nowMilliseconds)
        rhythm.cut(at: nowMilliseconds)
    }

    func close() { cancel() }

    /// What is felt at this time: a rhythm that has come to its end, and when it began.
    func felt() -> (began: Int, pulses: [FeltPulse])? {
        for case .vibrate(let pulse, let way) in player.advance(at: nowMilliseconds, canPlay: true) where isOn {
            rhythm.feel(Vibration(pulse, wayDegrees: way, on: motors), at: nowMilliseconds)
        }
        guard let felt = rhythm.ended(at: nowMilliseconds) else { return nil }
        feltCount += 1
        return felt
    }
}
