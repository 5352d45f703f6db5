import Foundation
import NavigationEvents
import Recording
import TestSupport
import Testing

/// Recordings with manipulated numbers: each command must end normally, with output or an error.
@Suite("Recordings with impossible numbers", .timeLimit(.minutes(4)))
struct CraftedRecordingTests {
    /// The manipulated part of the recording.
    enum Flaw: String, CaseIterable {
        case monotonic, published, sequences, topicSequences, ticks, runs, fixes, cues, everything

        func spoil(_ events: [Envelope]) -> [Envelope] {
            events.enumerated().map { index, envelope in
                spoil(envelope, Self.extremes[index % Self.extremes.count], index)
            }
        }

        private static let extremes: [UInt64] = [0, .max, 1 << 63, 1, .max - 1, (1 << 63) - 1, 2, 1 << 62]
        private static let numbers: [Double] = [.nan, .infinity, 1e18, -1e18, 0x1p63, -1, 360, .leastNonzeroMagnitude]

        private func spoil(_ envelope: Envelope, _ number: UInt64, _ index: Int) -> Envelope {
            var envelope = envelope
            let all = self == .everything
            let value = Self.numbers[index % Self.numbers.count]
            if all || self == .monotonic { envelope.monotonicNanoseconds = number }
            if all || self == .published { envelope.publishedAt.nanosecondsSinceEpoch = Int64(bitPattern: number) }
            if all || self == .sequences { envelope.sequence = number }
            if all || self == .topicSequences { envelope.topicSequence = number }
            if all || self == .ticks { envelope.tick = number }
            if all || self == .runs { envelope.run = number }
            switch envelope.event {
            case .gps(var fix) where all || self == .fixes:
                (fix.courseDegrees, fix.speedMetersPerSecond, fix.altitudeMeters) = (value, value, value)
                (fix.position.latitudeDegrees, fix.smoothedPosition.longitudeDegrees) = (value, value)
                fix.time.nanosecondsSinceEpoch = Int64(bitPattern: number)
                envelope.event = .gps(fix)
            case .navigation(var info) where all || self == .cues:
                info.cue?.distanceMeters = value
                info.cue?.validForSeconds = value
                info.cue?.dueAt.nanosecondsSinceEpoch = Int64(bitPattern: number)
                info.toDestination = Remaining(distanceMeters: value, durationSeconds: value)
                envelope.event = .navigation(info)
            default: break
            }
            return envelope
        }
    }

    @Test(arguments: Flaw.allCases) func `info, export, diff, trace and replay end normally for impossible numbers`(
        flaw: Flaw
    ) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a.mcap"
        let writer = try RecordingWriter(path: path)
        for envelope in flaw.spoil(TestRecording.drive(ticks: 20)) { writer.append(envelope) }
        try writer.close()
        let calls: [[String]] =
            [["info", path], ["info", path, "--json"], ["diff", path, path], ["diff", path, path, "--exact"]]
            + [
                ["trace", path, "--last"], ["trace", path, "--all"], ["trace", path, "1"],
                ["trace", path, "--cue", "42"],
            ]
            + ["gpx", "csv", "geojson", "jsonl"].map { ["export", path, "--\($0)", "--out", "\(folder.path)/a.\($0)"] }
            + [["replay", path, "--speed", "max", "--run-folder", "\(folder.path)/run"]]
            + [["replay", path, "--speed", "max", "--from", "999999999", "--run-folder", "\(folder.path)/run"]]
        for call in calls {
            let outcome = try BuiltProgram.navbus.start(call, environment: ["NO_COLOR": "1"]).wait(seconds: 60)
            #expect(!outcome.errors.contains("Fatal error"), "\(call): \(outcome.errors)")
            // Each command has output for this drive, except a trace that finds nothing.
            let isTrace = call[0] == "trace"
            #expect(
                outcome.exitCode == 0 || isTrace && outcome.errors.contains("failed to find"), "\(call): \(outcome)")
            #expect(!(outcome.output + outcome.errors).isEmpty || call[0] == "export", "\(call) says nothing")
        }
    }
}
