import NavigationEvents

/// Why a reading of a compass is no heading. The description completes "failed to …".
enum CompassError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What it says means nothing.
    case unusable(source: String, reason: String)
    /// Neither its time nor its place is known yet.
    case noPosition(source: String)
    /// It is not of the time of the fixes.
    case timeFarOff(source: String, aheadSeconds: Double)
    /// It is not known how far magnetic north lies from true north there.
    case noDeclination(source: String, place: Coordinate)

    var description: String {
        switch self {
        case .unusable(let source, let reason):
            return "take the heading of \(Self.name(source)): \(reason)"
        case .noPosition(let source):
            return "take the heading of \(Self.name(source)): there is no position yet; send it again when there is"
        case .timeFarOff(let source, let ahead):
            let far =
                "\((ahead.magnitude * 10).rounded() / 10) s \(ahead < 0 ? "before" : "behind") that of the positions"
            return "take the heading of \(Self.name(source)): its time is \(far); send it within "
                + "\(Int(Compass.mostAgeSeconds)) s on their clock, or without a time"
        case .noDeclination(let source, let place):
            return "take the heading of \(Self.name(source)): how far magnetic north lies from true north at "
                + "\(place.latitudeDegrees), \(place.longitudeDegrees) at this time is not known: the magnetic model is "
                + "too old or has no compass point there; send headings from true north, or update navbus"
        }
    }

    /// Of what kind it is, whatever the numbers are.
    enum Kind: Sendable, Hashable { case unusable, noPosition, timeFarOff, noDeclination }

    /// Of what kind it is.
    var kind: Kind {
        switch self {
        case .unusable: .unusable
        case .noPosition: .noPosition
        case .timeFarOff: .timeFarOff
        case .noDeclination: .noDeclination
        }
    }

    /// What is answered to who asked.
    var refusal: RequestError {
        let code: RequestError.Code =
            switch self {
            case .unusable, .timeFarOff: .malformed
            case .noPosition, .noDeclination: .unavailable
            }
        return RequestError(code: code, text: "failed to \(self)")
    }

    private static func name(_ source: String) -> String {
        // With its control characters as escapes.
        source.isEmpty ? "a nameless compass" : String(source.prefix(64)).debugDescription
    }
}
