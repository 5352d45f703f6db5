import Foundation
import TestSupport

/// Cues, distances and arrival of a drive, from its published events.
struct DriveFacts {
    /// The cues in order, with repetitions.
    private(set) var cues: [String] = []
    /// Distance along the route, metres, by seconds since the first fix of the recording.
    private var distancesMeters: [Int: Double] = [:]
    private(set) var isArrived = false
    /// Number of times that the position became unreliable.
    private(set) var losses = 0
    private(set) var holes = 0
    /// Descriptions of cues that speech announced twice.
    private(set) var repeatedCues: [String] = []

    init(_ stream: PublishedStream) {
        holes = zip(stream.sequences, stream.sequences.dropFirst()).filter { $1 != $0 + 1 }.count
        var last = ""
        var status = ""
        for event in stream.events {
            let object = try? JSONSerialization.jsonObject(with: Data(event.utf8)) as? [String: Any]
            guard let info = object?["navigation"] as? [String: Any] else { continue }
            if info["isDestinationReached"] as? Bool == true { isArrived = true }
            let next = info["positionStatus"] as? String ?? ""
            if next != status, next.hasSuffix("UNRELIABLE") { losses += 1 }
            status = next
            let cue = (info["cue"] as? [String: Any]).map {
                "\($0["subject"] ?? "") \($0["identity"] ?? "") \($0["stage"] ?? "")"
            }
            if let cue, cue != last { cues.append(cue) }
            last = cue ?? ""
            let time = ((info["fix"] as? [String: Any])?["timeNanoseconds"] as? String).flatMap(Int.init)
            let metres = (info["matched"] as? [String: Any])?["distanceAlongRouteMeters"] as? Double
            if let time, let metres { distancesMeters[time / 1_000_000_000 - Self.beginning] = metres }
        }
    }

    /// 2026-05-04T08:00:00Z, the first second of the example.
    private static let beginning = 1_777_881_600

    /// Guides a recorded drive and collects its facts.
    static func driven(_ recording: String, in context: FaultContext, controls: [String] = []) throws -> DriveFacts {
        let folder = try TemporaryFolder()
        let file = try folder.write(recording, to: "spoiled.nmea")
        let drive = try GuidedDrive(speed: "max", recording: file, controls: controls, in: folder)
        let end = drive.finish()
        guard end.exitCode == 0 else { throw FaultError("guide: \(end.exitCode), \(end.errors.suffix(300))") }
        var facts = DriveFacts(try drive.published())
        facts.repeatedCues = KilledControls.twice(drive.witness)
        return facts
    }

    /// Cues that the undisturbed drive does not have.
    func newCues(against reference: DriveFacts) -> [String] { Set(cues).subtracting(reference.cues).sorted() }

    /// Difference of the distances of two drives at a time, metres; 1e6 if one of them has no position.
    func apart(from other: DriveFacts, at second: Int) -> Double {
        guard let own = distancesMeters[second], let its = other.distancesMeters[second] else { return 1e6 }
        return abs(own - its)
    }
}
