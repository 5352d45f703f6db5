/// A part of a region, which one step of the build makes.
package enum RegionPart: String, Sendable, Hashable, CaseIterable {
    /// The names, addresses, streets and stops, and the landmarks.
    case places
    /// The words of the places, for the search.
    case index
    /// The vector tiles.
    case map
    /// The road network.
    case routes

    /// The files and folders of the part in the folder of a region.
    package var files: [String] {
        switch self {
        case .places: ["places.sqlite", "landmarks.sqlite"]
        case .index: []
        case .map: ["map.mbtiles"]
        case .routes: ["routes"]
        }
    }

    /// Whether a region may lack the part.
    package var isOptional: Bool { self == .map || self == .routes }

    /// The usual duration relative to the other parts.
    var weight: Double {
        switch self {
        case .places: 3.2
        case .index: 0.4
        case .map: 4
        case .routes: 3.5
        }
    }
}
