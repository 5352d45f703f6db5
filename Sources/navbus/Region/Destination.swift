import ArgumentParser
import CommandOutput
import NavigationEvents
import Platform
import Regions

/// A place on the command line: a position, a `geo:` URI, or a name to search in the offline regions.
enum Destination: ExpressibleByArgument, Hashable {
    case position(Coordinate)
    case name(String)

    init?(argument: String) {
        let text = argument.hasPrefix("geo:") ? Self.position(ofURI: argument) : argument
        if let coordinate = Coordinate(text: text) {
            guard coordinate.isValid else { return nil }
            self = .position(coordinate)
        } else {
            // A URI without a position is no name.
            guard !argument.hasPrefix("geo:"), argument.contains(where: { $0.isLetter || $0.isNumber }) else {
                return nil
            }
            self = .name(argument)
        }
    }

    /// Latitude and longitude of a URI such as `geo:49.4087,8.71,120;u=35`.
    private static func position(ofURI text: String) -> String {
        let path = text.dropFirst("geo:".count).prefix { $0 != ";" && $0 != "?" }
        return path.split(separator: ",", omittingEmptySubsequences: false).prefix(2).joined(separator: ",")
    }

    /// The position, which a search near another position finds for a name.
    func position(near: Coordinate, _ finder: inout PlaceFinder) async throws -> Coordinate {
        switch self {
        case .position(let position): return position
        case .name(let name):
            let places = try await finder.places(for: name, near: near, limit: UnclearPlace.maxPlaces)
            switch PlaceChoice(places) {
            case .one(let place):
                Output.line("to \(place.line(.output))")
                return place.access
            case .several(let places): throw UnclearPlace(name: name, places: places)
            case .none: throw UnclearPlace(name: name, places: [], hasSource: finder.hasSource)
            }
        }
    }
}

/// A name on the command line means no place, or several.
struct UnclearPlace: Error, CustomStringConvertible {
    static let maxPlaces = 8
    var name: String
    var places: [Place]
    var hasSource = true

    var description: String {
        let shown = name.printable(upTo: 80)
        if !hasSource {
            return "there is no region in which to search \"\(shown)\"; navbus region add FILE.osm.pbf builds one, "
                + "or give a position such as 49.4087,8.7100"
        }
        if places.isEmpty { return "no place fits \"\(shown)\"; navbus places search TEXT shows similar ones" }
        return "\"\(shown)\" fits several places; give one of them by its position:\n"
            + places.map { "    \($0.line(.error))" }.joined(separator: "\n")
    }
}
