import NavigationEvents
import Regions

/// The offline regions whose road network serves requests.
struct RegionRoads: Sendable {
    var library: RegionLibrary

    /// The regions with a road network.
    var all: [Region] { library.contents().regions.filter { $0.manifest.parts[.routes] != nil } }

    /// The region for the positions of a request: of several the largest one, whose routes end at no border; `nil` if none contains
    /// all positions.
    func region(around points: [Coordinate]) -> Region? {
        all.filter { region in points.allSatisfy(region.manifest.bounds.contains) }
            .max { $0.manifest.bounds.squareDegrees < $1.manifest.bounds.squareDegrees }
    }

    /// The region of a name.
    ///
    /// - Throws: ``RouterError/region(_:reason:)`` if it does not exist or has no road network.
    func region(_ name: RegionName) throws(RouterError) -> Region {
        let region: Region
        do throws(RegionError) {
            region = try library.region(name)
        } catch {
            throw .region(name.description, reason: "failed to \(error)")
        }
        guard region.manifest.parts[.routes] != nil else {
            throw .region(
                name.description,
                reason: "it was built without routes; remove it, and build it again without the option --without routes"
            )
        }
        return region
    }
}

extension RegionManifest.Bounds {
    fileprivate var squareDegrees: Double {
        (northEast.latitudeDegrees - southWest.latitudeDegrees)
            * (northEast.longitudeDegrees - southWest.longitudeDegrees)
    }
}
