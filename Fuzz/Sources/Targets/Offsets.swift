@testable import Geodesy
@testable import Haptics
@testable import NavigationEvents
@testable import TOML

extension FuzzTarget {
    /// The file of compass offsets, which people may edit, and which must decode to the saved values.
    static let offsets = FuzzTarget(
        name: "offsets", maxBytes: 2048,
        seeds: {
            let kept = [
                "wrist": StoredOffset(
                    degrees: 91.4, spreadDegrees: 1.2, origin: .facingNorth,
                    time: Timestamp(nanosecondsSinceEpoch: 1_777_881_601_000_000_000)),
                "bluetooth \"F0:F1\"\\\n": StoredOffset(
                    degrees: 359.97, spreadDegrees: 0, origin: .learned, time: Timestamp(nanosecondsSinceEpoch: 0)),
            ]
            return [Array(OffsetText.text(of: kept).utf8)]
        }
    ) { bytes throws(FuzzFinding) in
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let offsets: [String: StoredOffset]
        do throws(ConfigurationError) {
            offsets = try OffsetText.offsets(of: text, file: "offsets.toml")
        } catch {
            return try FuzzFinding.unless(
                !"\(error)".isEmpty && error.place?.line ?? 1 > 0, "an error without a place: \(error)")
        }
        let again = try readBack(OffsetText.text(of: offsets))
        try FuzzFinding.unless(offsets.count == again.count, "other compasses: \(offsets) and \(again)")
        for (source, offset) in offsets {
            guard let same = again[source] else { throw FuzzFinding("\(source.debugDescription) is lost") }
            let isSame =
                same.origin == offset.origin && same.time == offset.time
                && abs(Angle.turn(from: same.degrees, to: offset.degrees)) < 0.06
                && abs(same.spreadDegrees - offset.spreadDegrees) < 0.06
            try FuzzFinding.unless(
                isSame && (0..<360).contains(offset.degrees), "what reads differently: \(offset) and \(same)")
        }
    }

    private static func readBack(_ text: String) throws(FuzzFinding) -> [String: StoredOffset] {
        do throws(ConfigurationError) {
            return try OffsetText.offsets(of: text, file: "offsets.toml")
        } catch {
            throw FuzzFinding("what was written cannot be read: \(error)")
        }
    }
}
