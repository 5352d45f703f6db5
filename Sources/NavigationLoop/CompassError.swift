import NavigationEvents

/// The reason why a reading of a compass was refused. The description continues "failed to …".
enum CompassError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reading is invalid.
    case unusable(source: String, reason: String)
    /// Neither its time nor its position is known yet.
    case noPosition(source: String)
    /// Its time is too far from that of the fixes.
    case timeFarOff(source: String, aheadSeconds: Double)
    /// The magnetic declination at its position is unknown.
    case noDeclination(source: String, place: Coordinate)

    var description: String {
        switch self {
        case .unusable(let source, let reason):
            return "use the heading of \(Self.name(source)): \(reason)"
        case .noPosition(let source):
            return "use the heading of \(Self.name(source)): \(FixClockError.noPosition)"
        case .timeFarOff(let source, let ahead):
            return "use the heading of \(Self.name(source)): \(FixClockError.timeFarOff(aheadSeconds: ahead))"
        case .noDeclination(let source, let place):
            return "use the heading of \(Self.name(source)): the magnetic declination at "
                + "\(place.latitudeDegrees), \(place.longitudeDegrees) at this time is unknown: the magnetic model is "
                + "too old or the position is too near a magnetic pole; send headings from true north, or update navbus"
        }
    }

    /// The kind of error, without its values.
    enum Kind: Sendable, Hashable { case unusable, noPosition, timeFarOff, noDeclination }

    /// The kind of error.
    var kind: Kind {
        switch self {
        case .unusable: .unusable
        case .noPosition: .noPosition
        case .timeFarOff: .timeFarOff
        case .noDeclination: .noDeclination
        }
    }

    /// The refusal for the peer that sent the heading.
    var refusal: RequestError {
        let code: RequestError.Code =
            switch self {
            case .unusable, .timeFarOff: .malformed
            case .noPosition, .noDeclination: .unavailable
            }
        return RequestError(code: code, text: "failed to \(self)")
    }

    private static func name(_ source: String) -> String {
        // Control characters are escaped.
        source.isEmpty ? "a compass without a name" : String(source.prefix(64)).debugDescription
    }
}
