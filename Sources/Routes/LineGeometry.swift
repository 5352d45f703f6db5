import NavigationEvents
import Platform

/// A line in a document: an encoded polyline, or the points of a GeoJSON LineString.
enum LineGeometry {
    case encoded(String)
    case points([Coordinate])

    init(_ node: JSONNode) throws(RouteError) {
        if node.kind == .text {
            self = .encoded(try node.asText())
        } else {
            let pairs = try node.required("coordinates").asList()
            self = .points(try pairs.map { (pair) throws(RouteError) in try Position(pair).coordinate })
        }
    }

    /// The points, all of which are on Earth.
    func points(
        _ precision: Polyline.Precision, hasHeights: Bool = false, path: @autoclosure () -> String
    ) throws(RouteError) -> [Coordinate] {
        let points =
            switch self {
            case .encoded(let text): try Polyline(text, hasHeights: hasHeights, path: path()).points(precision)
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

/// A position in GeoJSON and in the OSRM format: longitude, then latitude.
struct Position {
    let coordinate: Coordinate

    init(_ node: JSONNode) throws(RouteError) {
        let numbers = try node.asList()
        guard numbers.count >= 2 else { throw node.malformed("has no longitude and latitude") }
        coordinate = Coordinate(
            latitudeDegrees: try numbers[1].asNumber(), longitudeDegrees: try numbers[0].asNumber())
    }
}
