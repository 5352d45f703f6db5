import Foundation
import Platform
import TestSupport
import Testing

/// Signs and lanes during a recorded drive: their reports are compared with the guidance on the same bus.
@Suite(.serialized) struct PictureDriveTests {
    @Test func `every sign of a drive is shown in order, and lanes appear and disappear`() throws {
        let folder = try TemporaryFolder()
        let outcome = try BuiltProgram.navbus.run(
            ["demo", "--speed", "200", "--out", folder.path], environment: ["NO_COLOR": "1", "TMPDIR": folder.path])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let drive = try RecordedPictures(String(contentsOfFile: folder.path + "/events.jsonl", encoding: .utf8))
        #expect(drive.streets.count > 10)
        #expect(drive.signs.count == drive.streets.count)
        for (text, street) in zip(drive.signs, drive.streets) { #expect(text.contains(street)) }
        #expect(drive.laneCounts.count >= 3)
        #expect(drive.lanes.count == drive.laneCounts.count, "\(drive.lanes)")
        #expect(drive.open.isEmpty, "every effect has ended")
        let album = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/signs/drive")
        #expect(album.count { !$0.hasPrefix(".") } == 2 * drive.signs.count)
        let lanes = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/lanes/drive")
        #expect(lanes.count { !$0.hasPrefix(".") } == 2 * drive.lanes.count)
        #expect(try folder.json("signs/next.json")["sign"] is NSNull)
        #expect(try folder.json("lanes/lanes.json")["lanes"] as? [String] == [])
    }
}

/// The events of a drive about signs and lanes.
private struct RecordedPictures {
    /// The streets of the maneuvers, each once, in order.
    var streets: [String] = []
    /// The number of lanes of each near maneuver, in order.
    var laneCounts: [Int] = []
    /// The reported signs and lanes.
    var signs: [String] = []
    var lanes: [String] = []
    /// Effects that have begun and not ended.
    var open: Set<String> = []
    private var step = 0
    private var laneStep = 0

    init(_ lines: String) throws {
        for line in lines.split(separator: "\n") {
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            if let info = event["navigation"] as? [String: Any] { take(info) }
            if let report = event["control"] as? [String: Any] { hear(report) }
        }
    }

    private mutating func take(_ info: [String: Any]) {
        guard info["state"] as? String == "NAVIGATION_STATE_ENROUTE",
            let now = info["currentStep"] as? [String: Any], let number = now["number"] as? Int
        else { return }
        if number != step { streets.append(now["fullRoadName"] as? String ?? "") }
        step = number
        let meters = (info["toManeuver"] as? [String: Any])?["distanceMeters"] as? Double ?? 0
        guard let lanes = now["lanes"] as? [Any], meters <= 600, laneStep != number else { return }
        laneStep = number
        laneCounts.append(lanes.count)
    }

    private mutating func hear(_ report: [String: Any]) {
        guard let effect = report["effect"] as? String, effect == "sign" || effect == "lanes" else { return }
        let (kind, text) = (report["kind"] as? String, report["text"] as? String ?? "")
        let name = "\(effect) \(report["effectNumber"] ?? "")"
        if kind == "REPORT_KIND_ENDED" { open.remove(name) }
        guard kind == "REPORT_KIND_BEGAN" else { return }
        open.insert(name)
        if effect == "sign" { signs.append(text) } else { lanes.append(text) }
    }
}
