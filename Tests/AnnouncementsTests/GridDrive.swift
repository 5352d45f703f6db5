import Announcements
import Glibc
import Guidance
import NavigationEvents
import Platform
import TestSupport

/// A drive through a grid of streets, and its announcements.
struct GridDrive {
    private var corners: [(east: Double, north: Double)] = [(0, 0)]
    private var steps = [Step(number: 0, maneuver: .depart, geometryIndex: 0, simpleRoadName: "Start Street")]
    private var length = 0.0
    /// The streets after each turn, in order.
    static let streets = ["Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gum", "Hazel", "Ivy", "Juniper"]
    /// The speed in metres per second.
    var speed = 12.0

    /// Creates a drive with random lengths and turns.
    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var heading = 90.0
        for number in 1...10 {
            let meters = Double.random(in: 140...900, using: &random)
            go(meters, heading)
            let isRight = Bool.random(using: &random)
            add(
                isRight ? .turnRight : .turnLeft, meters, "\(Self.streets[number - 1]) Street",
                lanes: isRight ? "xxo" : "oox")
            heading += isRight ? 90 : -90
        }
        go(400, heading)
        add(.destination, 400, "")
    }

    /// Returns the route with an id.
    func route(_ id: String = "a", reason: RouteReason = .requested) -> Route {
        let seconds = length / speed
        return Route(
            id: id, provider: "test", reason: reason, geometry: corners.map(Self.coordinate),
            legs: [Leg(steps: steps, distanceMeters: length, durationSeconds: seconds)],
            stopovers: [
                Stopover(position: Self.coordinate(corners[corners.count - 1]), geometryIndex: corners.count - 1)
            ],
            distanceMeters: length, durationSeconds: seconds)
    }

    /// Returns the fixes of the drive.
    func fixes(hertz: Double) -> [Fix] {
        let fine = 10.0
        let count = Int(length / speed * fine) + Int(fine)
        return stride(from: 0, through: count, by: Int(fine / hertz)).map { tick in
            let position = position(atMeters: min(Double(tick) * speed / fine, length))
            return Fix(
                time: Timestamp.noon.later(seconds: Double(tick) / fine), position: Self.coordinate(position.point),
                horizontalAccuracyMeters: 5, speedMetersPerSecond: speed, courseDegrees: position.course, quality: .gps)
        }
    }

    /// Returns the announcements of a drive, in order.
    ///
    /// - Parameters:
    ///   - fixes: The positions.
    ///   - route: The route.
    ///   - strings: The texts of the language.
    ///   - meanwhile: Called before each fix with its index; may replace the route.
    static func texts(
        _ fixes: [Fix], along route: Route,
        strings: any StringRetriever = SpokenEnglish.table(with: SpokenEnglish.extras),
        meanwhile: (Int, inout GuidanceState) throws -> [Event] = { _, _ in [] }
    ) throws -> [String] {
        var guidance = GuidanceState()
        var generator = AnnouncementGenerator(strings: strings)
        var texts: [String] = []
        var events = try guidance.start(route)
        for (index, fix) in fixes.enumerated() {
            events += try meanwhile(index, &guidance)
            events += guidance.update(fix)
            for event in events {
                switch event {
                case .navigation(let info):
                    if let text = try generator.announcement(for: info)?.text { texts.append(text) }
                case .navigationStarted(let route): generator.navigationStarted(route)
                case .navigationStopped: generator.navigationStopped()
                default: break
                }
            }
            events = []
        }
        return texts
    }

    private mutating func go(_ meters: Double, _ heading: Double) {
        let last = corners[corners.count - 1]
        corners.append(
            (last.east + meters * sin(heading * .pi / 180), last.north + meters * cos(heading * .pi / 180)))
        length += meters
    }

    private mutating func add(_ maneuver: Maneuver, _ meters: Double, _ street: String, lanes: String = "") {
        steps.append(
            Step(
                number: steps.count, maneuver: maneuver, geometryIndex: corners.count - 1, fullRoadName: street,
                simpleRoadName: street, lanes: .make(lanes), distanceFromPreviousMeters: meters,
                durationFromPreviousSeconds: meters / speed))
    }

    private func position(atMeters distanceMeters: Double) -> (point: (east: Double, north: Double), course: Double) {
        var rest = distanceMeters
        for (one, next) in zip(corners, corners.dropFirst()) {
            let meters = hypot(next.east - one.east, next.north - one.north)
            let course = atan2(next.east - one.east, next.north - one.north) * 180 / .pi
            if rest <= meters || next == corners[corners.count - 1] {
                let part = min(rest / meters, 1)
                let point = (one.east + (next.east - one.east) * part, one.north + (next.north - one.north) * part)
                return (point, course < 0 ? course + 360 : course)
            }
            rest -= meters
        }
        return (corners[corners.count - 1], 0)
    }

    private static func coordinate(_ point: (east: Double, north: Double)) -> Coordinate {
        Coordinate(
            latitudeDegrees: 49.4 + point.north / 111_229,
            longitudeDegrees: 8.68 + point.east / (111_412 * cos(49.4 * .pi / 180)))
    }
}
