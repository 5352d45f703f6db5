import HapticDevices

@testable import Haptics

/// The limits of every command of a table.
enum PatternLimits {
    /// The maximum duration of a command: a roundabout with twelve exits.
    static let maxMilliseconds = 2000 + 12 * 500

    /// A limit that a table violates, in words; `nil` if there is none.
    static func broken(by table: PatternTable) -> String? {
        for signal in signals {
            for strength in [0.2, 0.5, 1] {
                let command = HapticCommand(signal, table: table, startSeconds: 0, strength: strength)
                if let law = broken(by: command) { return "\(signal.words): \(law)" }
            }
        }
        return nil
    }

    private static func broken(by command: HapticCommand) -> String? {
        for pulse in command.pulses {
            guard (0...1).contains(pulse.strength) else { return "strength \(pulse.strength)" }
            guard PatternLanguage.milliseconds.contains(pulse.milliseconds) else { return "\(pulse.milliseconds) ms" }
            guard PatternLanguage.pauseMilliseconds.contains(pulse.pauseMilliseconds) else {
                return "a pause of \(pulse.pauseMilliseconds) ms"
            }
        }
        guard (0...maxMilliseconds).contains(command.durationMilliseconds) else {
            return "\(command.durationMilliseconds) ms in all"
        }
        guard command.relativeBearingDegrees.map({ (0..<360).contains($0) }) ?? true else { return "a way to nowhere" }
        return command.validSeconds > 0 ? nil : "over before it begins"
    }

    private static var signals: [HapticSignal] {
        let turns = TurnDirection.allCases.flatMap { [HapticSignal.prepare($0), .now($0)] }
        let exits = (0...13).map { $0 == 0 ? nil : $0 }
        let roundabouts = exits.flatMap {
            [HapticSignal.roundabout(isNow: false, exitCount: $0), .roundabout(isNow: true, exitCount: $0)]
        }
        let steering = [0.0, 25, 90, 180].flatMap { error in
            Side.allCases.map { HapticSignal.steer($0, errorDegrees: error, isBehind: error > 150) }
        }
        return turns + roundabouts + steering
            + [.offRoute, .rerouted, .stopover, .arrived, .ended, .positionUnreliable, .headingUnknown]
    }
}
