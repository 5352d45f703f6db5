import Geodesy
import NavigationEvents

extension NMEASentence {
    /// How each type of sentence tells where a device points.
    private static let compasses: [Substring: @Sendable (NMEASentence) throws(Flaw) -> Direction?] = [
        "HDT": { sentence throws(Flaw) in try sentence.heading(at: 0, .trueNorth, letter: "T") },
        "HDM": { sentence throws(Flaw) in try sentence.heading(at: 0, .magneticNorth, letter: "M") },
        "HDG": { sentence throws(Flaw) in try sentence.sensorHeading() },
        "THS": { sentence throws(Flaw) in
            // Estimated, put in by hand, simulated, invalid: none of these was measured.
            sentence.field(1) == "A" ? try sentence.heading(at: 0, .trueNorth) : nil
        },
        "PASHR": { sentence throws(Flaw) in
            // Other messages of this maker begin with the same letters.
            guard sentence.field(2) == "T" else { return nil }
            var direction = try sentence.heading(at: 1, .trueNorth)
            direction?.accuracy = Number.decimal(sentence.field(8)).flatMap { $0 > 0 && $0 <= 180 ? $0 : nil }
            return direction
        },
    ]

    private typealias Direction = (degrees: Double, reference: HeadingReading.Reference, accuracy: Double?)

    /// What a compass says in HDT, HDM, HDG, THS or PASHR, without a time, for these have none; `nil` for other types and
    /// where the compass has nothing to say.
    ///
    /// - Parameter device: what the sentence came over.
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
            throw Flaw(reason: "has \"\(field(index + 1).prefix(16))\" behind its heading, where \"\(letter)\" belongs")
        }
        return (degrees, reference, nil)
    }

    /// What the needle shows, how far the iron around it bends it (deviation), and how far magnetic north lies from true
    /// north there (variation); the last two may be missing.
    private func sensorHeading() throws(Flaw) -> Direction? {
        guard let needle = try heading(at: 0, .magneticNorth) else { return nil }
        let magnetic = needle.degrees + (try turn(at: 1, named: "deviation") ?? 0)
        guard let variation = try turn(at: 3, named: "variation") else {
            return (Angle.normalized(magnetic), .magneticNorth, nil)
        }
        return (Angle.normalized(magnetic + variation), .trueNorth, nil)
    }

    /// Degrees and E or W, west being negative; `nil` if there is no number.
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
