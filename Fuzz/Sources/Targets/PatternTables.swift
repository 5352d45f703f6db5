@testable import HapticDevices
@testable import Haptics
@testable import TOML

extension FuzzTarget {
    /// A pattern table of a user: every pattern must end by itself, left and right must differ, and a warning must
    /// differ from a pointer.
    static let patternTable = FuzzTarget(
        name: "pattern-table", maxBytes: 4096, reaches: ["PatternLanguage", "PatternFolder"]
    ) { bytes throws(FuzzFinding) in
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let table: PatternTable
        do throws(PatternTableError) {
            table = try PatternTable(text: text, file: "fuzz.toml", name: "fuzz") { (name) throws(PatternTableError) in
                try PatternFolder(path: nil).table(PatternFolder.isPath(name) ? "" : name)
            }
        } catch {
            let place = error.cause.place
            return try FuzzFinding.unless(
                !"\(error)".isEmpty && place?.line ?? 1 > 0 && place?.column ?? 1 > 0,
                "an error without a place: \(error)")
        }
        for signal in signals {
            try check(HapticCommand(signal, table: table, startSeconds: 0, strength: 1), table.motors)
        }
        for (left, right) in PatternLanguage.pairs {
            let isOff = table.pulses(left).isEmpty && table.pulses(right).isEmpty
            try FuzzFinding.unless(
                isOff || table.steps(from: left, to: right) >= PatternLanguage.minSteps, "\(left) is \(right)")
        }
        for name in PatternLanguage.requiredPatterns {
            try FuzzFinding.unless(!table.pulses(name).isEmpty, "\(name) is silent")
        }
        _ = table.similarPair()
    }

    private static var signals: [HapticSignal] {
        [
            .prepare(.left), .now(.right), .prepare(.ahead), .now(.around), .roundabout(isNow: true, exitCount: 12),
            .roundabout(isNow: false, exitCount: 1), .offRoute, .rerouted, .stopover, .arrived, .positionUnreliable,
            .headingUnknown, .steer(.left, errorDegrees: 25, isBehind: false),
            .steer(.right, errorDegrees: 180, isBehind: true),
        ]
    }

    private static func check(_ command: HapticCommand, _ motors: HapticMotors) throws(FuzzFinding) {
        try FuzzFinding.unless(
            (0...8000).contains(command.durationMilliseconds), "\(command.words): \(command.durationMilliseconds) ms")
        for pulse in command.pulses {
            let vibration = Vibration(pulse, relativeBearingDegrees: command.relativeBearingDegrees, on: motors)
            try FuzzFinding.unless(
                (0...1).contains(pulse.strength) && vibration.milliseconds == pulse.milliseconds
                    && (20...4000).contains(pulse.milliseconds) && (0...2000).contains(pulse.pauseMilliseconds),
                "\(command.words): \(pulse)")
        }
    }
}
