import Announcements
import Glibc
import Guidance
import NavigationEvents
import TestSupport

/// A drive to the east along a straight road with given maneuvers, and its announcements.
struct LineDrive {
    private let steps: [(step: Step, stretchMeters: Double)]
    private let endMeters: Double
    /// The speed in metres per second.
    private static let speed = 15.0
    private static let east = Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.68)
    private static let metersPerDegree = 111_412 * cos(49.4 * .pi / 180)

    /// Creates a drive.
    ///
    /// - Parameters:
    ///   - steps: The maneuvers, each with the metres of road before it. A destination is a stopover.
    ///   - end: The metres from the last of them to the destination.
    init(_ steps: [(Step, Double)], end: Double) {
        self.steps = steps.map { (step: $0.0, stretchMeters: $0.1) }
        endMeters = end
    }

    private var length: Double { steps.reduce(endMeters) { $0 + $1.stretchMeters } }

    /// Returns the route.
    func route() -> Route {
        var along = 0.0
        var meters = [0.0]
        var legs: [[Step]] = [[Step(number: 0, maneuver: .depart, geometryIndex: 0)]]
        var number = 0
        func add(_ step: Step, _ stretch: Double) {
            number += 1
            along += stretch
            meters.append(along)
            var step = step
            (step.number, step.geometryIndex) = (number, meters.count - 1)
            step.distanceFromPreviousMeters = stretch
            step.durationFromPreviousSeconds = stretch / Self.speed
            legs[legs.count - 1].append(step)
            guard step.maneuver.isDestination else { return }
            number += 1
            legs.append([Step(number: number, maneuver: .depart, geometryIndex: meters.count - 1)])
        }
        for (step, stretch) in steps { add(step, stretch) }
        add(.make(.destination), endMeters)
        legs.removeLast()
        return Route(
            id: "line", provider: "test", geometry: meters.map { Self.coordinate($0) },
            legs: legs.map { steps in
                let stretch = steps.reduce(0) { $0 + $1.distanceFromPreviousMeters }
                return Leg(steps: steps, distanceMeters: stretch, durationSeconds: stretch / Self.speed)
            },
            stopovers: legs.map { steps in
                let index = steps.last?.geometryIndex ?? 0
                return Stopover(position: Self.coordinate(meters[index]), geometryIndex: index)
            }, distanceMeters: along, durationSeconds: along / Self.speed)
    }

    /// Returns the fixes of the drive, one a second, up to a distance.
    func fixes(until end: Double? = nil) -> [Fix] {
        let end = end ?? length
        return (0...Int(end / Self.speed + 1)).map { second in
            Self.fix(second, at: Self.coordinate(min(Double(second) * Self.speed, end)), course: 90)
        }
    }

    /// Returns the fixes of a drive to the north, away from the road.
    func fixesAside(from meters: Double, seconds: Int) -> [Fix] {
        let start = Int(meters / Self.speed) + 2
        return (0..<seconds).map { second in
            Self.fix(start + second, at: Self.coordinate(meters, north: Double(second) * Self.speed), course: 0)
        }
    }

    /// Returns the announcements of a drive, in order.
    ///
    /// - Parameters:
    ///   - fixes: The positions.
    ///   - route: The route.
    ///   - strings: The texts of the language.
    ///   - failure: The reason why each search for another route fails; `nil` if there is no answer.
    static func texts(
        _ fixes: [Fix], along route: Route, strings: any StringRetriever, failure: String? = nil
    ) throws -> [String] {
        var guidance = GuidanceState()
        var generator = AnnouncementGenerator(strings: strings)
        var texts: [String] = []
        var events = try guidance.start(route)
        for fix in fixes {
            events += guidance.update(fix)
            for event in events {
                if case .navigationStarted(let route) = event { generator.navigationStarted(route) }
                guard case .navigation(var info) = event else { continue }
                if let failure { info.rerouting?.failure = failure }
                if let text = try generator.announcement(for: info)?.text { texts.append(text) }
            }
            events = []
        }
        return texts
    }

    private static func fix(_ second: Int, at position: Coordinate, course: Double) -> Fix {
        Fix(
            time: Timestamp.noon.later(seconds: Double(second)), position: position, horizontalAccuracyMeters: 5,
            speedMetersPerSecond: speed, courseDegrees: course, quality: .gps)
    }

    private static func coordinate(_ meters: Double, north: Double = 0) -> Coordinate {
        Coordinate(
            latitudeDegrees: east.latitudeDegrees + north / 111_229,
            longitudeDegrees: east.longitudeDegrees + meters / metersPerDegree)
    }
}
