import Geodesy
import NavigationEvents

extension NMEASentence {
    /// The handlers of the sentence types with headings.
    private static let compasses: [Substring: @Sendable (NMEASentence) throws(Flaw) -> Direction?] = [
        "HDT": { sentence throws(Flaw) in try sentence.heading(at: 0, .trueNorth, letter: "T") },
        "HDM": { sentence throws(Flaw) in try sentence.heading(at: 0, .magneticNorth, letter: "M") },
        "HDG": { sentence throws(Flaw) in try sentence.sensorHeading() },
        "THS": { sentence throws(Flaw) in
            // Estimated, manual, simulated and invalid headings were not measured.
            sentence.field(1) == "A" ? try sentence.heading(at: 0, .trueNorth) : nil
        },
        "PASHR": { sentence throws(Flaw) in
            // Other messages of this manufacturer have the same address.
            guard sentence.field(2) == "T" else { return nil }
            var direction = try sentence.heading(at: 1, .trueNorth)
            direction?.accuracy = Number.decimal(sentence.field(8)).flatMap { $0 > 0 && $0 <= 180 ? $0 : nil }
            return direction
        },
    ]

    private typealias Direction = (degrees: Double, reference: HeadingReading.Reference, accuracy: Double?)

    /// The heading of an HDT, HDM, HDG, THS or PASHR sentence, without a time, which these do not have; `nil` for other
    /// types and without a heading.
    ///
    /// - Parameter device: The device from which the sentence came.
    func heading(from device: String) throws(Flaw) -> HeadingReading? {
        guard let direction = try Self.compasses[type]?(self) else { return nil }
        return HeadingReading(
            degrees: direction.degrees, reference: direction.reference, accuracyDegrees: direction.accuracy,
            source: CompassName.name("nmea", device: device, talker: talker.isEmpty ? type : talker))
    }

    private func heading(
        at index: Int, _ reference: HeadingReading.Reference, letter: Substring? = nil
    ) throws(Flaw) -> Direction? {
        guard !field(index).isEmpty else { return nil }
        guard let degrees = Number.direction(field(index)) else {
            throw Flaw(reason: "has the impossible heading \"\(field(index).prefix(16))\"")
        }
        if let letter, field(index + 1) != letter, !field(index + 1).isEmpty {
            throw Flaw(reason: "has \"\(field(index + 1).prefix(16))\" after its heading instead of \"\(letter)\"")
        }
        return (degrees, reference, nil)
    }

    /// The heading of a sensor: its reading, plus the deviation by iron nearby, plus the variation (declination); the
    /// last two may be missing.
    private func sensorHeading() throws(Flaw) -> Direction? {
        guard let needle = try heading(at: 0, .magneticNorth) else { return nil }
        let magnetic = needle.degrees + (try turn(at: 1, named: "deviation") ?? 0)
        guard let variation = try turn(at: 3, named: "variation") else {
            return (Angle.normalized(magnetic), .magneticNorth, nil)
        }
        return (Angle.normalized(magnetic + variation), .trueNorth, nil)
    }

    /// Parses degrees and E or W, west being negative; `nil` if the field is empty.
    private func turn(at index: Int, named name: String) throws(Flaw) -> Double? {
        guard !field(index).isEmpty else { return nil }
        guard let degrees = Number.decimal(field(index)), (-180...180).contains(degrees),
            field(index + 1) == "E" || field(index + 1) == "W"
        else {
            throw Flaw(
                reason: "has the impossible \(name) \"\(field(index).prefix(16)),\(field(index + 1).prefix(16))\"")
        }
        return field(index + 1) == "W" ? -degrees : degrees
    }
}
