import NavigationEvents

/// A line as documents write it: an encoded polyline, or the points of a GeoJSON LineString.
enum RouteLine: Decodable {
    case encoded(String)
    case points([Coordinate])

    private enum Keys: String, CodingKey { case coordinates }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .encoded(text)
            return
        }
        let pairs = try decoder.container(keyedBy: Keys.self).decode([Position].self, forKey: .coordinates)
        self = .points(pairs.map(\.coordinate))
    }

    /// The points, checked to be on Earth.
    func points(
        _ precision: Polyline.Precision, path: @autoclosure () -> String
    ) throws(RouteError) -> [Coordinate] {
        let points =
            switch self {
            case .encoded(let text): try Polyline(text, path: path()).points(precision)
            case .points(let points): points
            }
        if let index = points.firstIndex(where: { !$0.isValid }) {
            throw .badCoordinate(
                path: path(), index: index, latitudeDegrees: points[index].latitudeDegrees,
                longitudeDegrees: points[index].longitudeDegrees)
        }
        return points
    }
}

/// A place as GeoJSON and the OSRM format write it: longitude, then latitude.
struct Position: Decodable {
    let coordinate: Coordinate

    init(from decoder: any Decoder) throws {
        var numbers = try decoder.unkeyedContainer()
        let longitude = try numbers.decode(Double.self)
        coordinate = Coordinate(latitudeDegrees: try numbers.decode(Double.self), longitudeDegrees: longitude)
    }
}
