/// A kind of routing server, which determines the form of requests. Answers are recognized by their content, in
/// `Sources/Routes/ProviderAnswer.swift`. README.md lists the parts of a new engine.
enum Engine: String, CaseIterable, Sendable {
    case valhalla
    case osrm
    case mapbox
    case graphhopper

    /// The name of the engine as its makers write it.
    var title: String {
        switch self {
        case .valhalla: "Valhalla"
        case .osrm: "OSRM"
        case .mapbox: "Mapbox"
        case .graphhopper: "GraphHopper"
        }
    }

    /// The URL parameter that carries the key.
    var keyParameter: String {
        switch self {
        case .valhalla, .osrm: "api_key"
        case .mapbox: "access_token"
        case .graphhopper: "key"
        }
    }
}
