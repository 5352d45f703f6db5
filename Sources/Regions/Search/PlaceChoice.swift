package import NavigationEvents
import Geodesy

/// The decision about the destination that a person has named.
package enum PlaceChoice: Sendable, Hashable {
    /// The text means one place.
    case one(Place)
    /// The text may mean any of these.
    case several([Place])
    /// There is no place of this name.
    case none

    /// Places within this distance are the same to a driver, such as a station and its tram stop.
    private static let sameMeters = 350.0
    /// Another place with a score this much lower is not meant.
    private static let clearLead = 0.3

    /// Decides between the results of a search, the best first.
    package init(_ places: [Place]) {
        guard let best = places.first else {
            self = .none
            return
        }
        let rivals = places.dropFirst().filter { other in
            other.score > best.score - Self.clearLead && !(best.isExact && !other.isExact)
                && other.position.distanceMeters(to: best.position) > Self.sameMeters
        }
        self = rivals.isEmpty ? .one(best) : .several(places)
    }
}

extension RegionLibrary {
    /// Searches all regions.
    ///
    /// - Parameters:
    ///   - text: The text that a person typed.
    ///   - near: The position from which distances count.
    ///   - limit: The maximum number of places.
    /// - Returns: The places, the best first, and the problems of regions that cannot be searched.
    package func places(
        for text: String, near: Coordinate? = nil, limit: Int = 10
    ) -> (places: [Place], problems: [RegionError]) {
        var (regions, problems) = contents()
        // Regions may overlap: the one with the newest data comes first.
        regions.sort { ($0.manifest.dataTime ?? $0.manifest.builtAt) > ($1.manifest.dataTime ?? $1.manifest.builtAt) }
        var places: [Place] = []
        for region in regions {
            do throws(RegionError) {
                for place in try PlaceSearch(region).places(for: text, near: near, limit: limit)
                where !places.contains(where: { $0.osm == place.osm && $0.title == place.title }) {
                    places.append(place)
                }
            } catch {
                problems.append(error)
            }
        }
        return (Place.best(places, limit: limit), problems)
    }
}
