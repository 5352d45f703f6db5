/// The reason why a walk cannot be simulated. The description completes "failed to …".
enum WalkError: Error, Hashable, CustomStringConvertible {
    case route(path: String, reason: String)
    case notWalked(path: String)
    case file(path: String, reason: String)
    case tooLong(path: String, meters: Double)
    case tooFine(path: String, points: Int)
    case atThePole(path: String)

    /// The longest route: more than a day's walk; the plane around its start is flat enough up to here.
    static let maxMeters = 50_000.0
    /// The maximum number of points of a route.
    static let maxPoints = 50_000
    /// Nearer to the poles, a degree of longitude is too short for a plane.
    static let maxLatitudeDegrees = 85.0

    var description: String {
        switch self {
        case .route(let path, let reason): "use the route \(path): \(reason)"
        case .notWalked(let path):
            "walk along \(path): it is for a car or a bicycle; ask the router for a walking route, or use --as-foot"
        case .file(let path, let reason): "write \(path): \(reason); name a file that can be written"
        case .tooLong(let path, let meters):
            "walk along \(path): it is \(Int(meters / 1000)) km long; use a route of at most \(Int(Self.maxMeters / 1000)) km"
        case .tooFine(let path, let points):
            "walk along \(path): it has \(points) points; use a route of at most \(Self.maxPoints)"
        case .atThePole(let path):
            "walk along \(path): it is too near a pole; use a route between \(Int(Self.maxLatitudeDegrees))° south and north"
        }
    }
}
