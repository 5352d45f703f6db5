import NavigationEvents

/// A request to an online geocoder, in the format of its kind.
struct GeocoderRequest {
    /// The kinds of geocoders, which the end of the path of their search tells apart.
    enum Kind: CaseIterable {
        case photon, nominatim, pelias

        /// The end of the path of the search.
        var path: String {
            switch self {
            case .photon: "/api"
            case .nominatim: "/search"
            case .pelias: "/v1/search"
            }
        }

        /// The kind at a path; `nil` for other paths.
        init?(path: String) {
            let plain = path.hasSuffix("/") ? String(path.dropLast()) : path
            // The path of Pelias ends with that of Nominatim.
            guard let kind = Self.allCases.last(where: { plain.hasSuffix($0.path) }) else { return nil }
            self = kind
        }
    }

    /// The most places that all kinds provide.
    static let maxPlaces = 40
    /// Half of the width of the area that Nominatim prefers, degrees.
    private static let viewDegrees = 0.5

    var text: String
    /// The position near which places are preferred.
    var near: Coordinate?
    /// The maximum number of places.
    var limit = 10
    /// Preferred languages, as in the header `Accept-Language`.
    var language: String?

    /// Builds the request; `nil` if the address cannot be extended with it.
    func request(_ kind: Kind, at address: ServerAddress) -> HTTPRequest? {
        let count = "\(min(limit, Self.maxPlaces))"
        var parameters: [(name: String, value: String)]
        switch kind {
        case .photon:
            parameters = [("q", text), ("limit", count)]
            if let near { parameters += [("lat", "\(near.latitudeDegrees)"), ("lon", "\(near.longitudeDegrees)")] }
        case .nominatim:
            parameters = [("q", text), ("limit", count), ("format", "jsonv2"), ("addressdetails", "1")]
            if let near { parameters.append(("viewbox", Self.view(around: near))) }
        case .pelias:
            parameters = [("text", text), ("size", count)]
            if let near {
                parameters += [
                    ("focus.point.lat", "\(near.latitudeDegrees)"), ("focus.point.lon", "\(near.longitudeDegrees)"),
                ]
            }
        }
        guard let url = address.url(path: "", parameters: parameters) else { return nil }
        var headers: [String: String] = [:]
        if let authorization = address.authorization { headers["Authorization"] = authorization }
        if let language { headers["Accept-Language"] = language }
        return HTTPRequest(url: url, headers: headers)
    }

    /// Two corners of an area.
    private static func view(around near: Coordinate) -> String {
        let (latitude, longitude) = (near.latitudeDegrees, near.longitudeDegrees)
        let south = max(latitude - viewDegrees, -90)
        let north = min(latitude + viewDegrees, 90)
        return [max(longitude - viewDegrees, -180), south, min(longitude + viewDegrees, 180), north]
            .map { "\($0)" }.joined(separator: ",")
    }
}
