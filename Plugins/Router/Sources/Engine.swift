/// A kind of routing server, by the way it is asked. Its answers are told apart by their content.
enum Engine: String, CaseIterable, Sendable {
    case valhalla
    case osrm
    case mapbox
    case graphhopper

    /// As its makers write it.
    var title: String {
        switch self {
        case .valhalla: "Valhalla"
        case .osrm: "OSRM"
        case .mapbox: "Mapbox"
        case .graphhopper: "GraphHopper"
        }
    }

    /// The parameter of the address that carries the key.
    var keyParameter: String {
        switch self {
        case .valhalla, .osrm: "api_key"
        case .mapbox: "access_token"
        case .graphhopper: "key"
        }
    }
}
