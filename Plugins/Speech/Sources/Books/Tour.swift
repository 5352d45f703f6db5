import Glibc
import NavigationEvents

/// Knows which pages of a book are due on the way: each one when its place is reached, once in a drive.
///
/// A pure value, fed with what the bus publishes. A place counts as reached when the way from one fix to the next leads
/// through its circle, so that a fast vehicle with a slow receiver misses none; it has to be left before it counts
/// again, so that a drive that ends where the next one begins says the page of that place once.
struct Tour: Equatable, Sendable {
    /// Between fixes farther apart than this the way is unknown.
    private static let mostStepSeconds = 10.0
    private static let mostStepMeters = 500.0

    /// Pages that were due in this drive, by their numbers.
    private(set) var told: Set<Int>
    private var inside: Set<Int> = []
    private var last: Fix?
    /// Metres along the routes before the present one.
    private var earlierMeters = 0.0
    private var routeMeters = 0.0
    /// Metres along the route, of the last event and of the present one.
    private var travelledMeters: Double?

    /// Makes a tour.
    ///
    /// - Parameter told: Pages that an earlier process has said in this drive.
    init(told: Set<Int> = []) {
        self.told = told
    }

    /// A route was started, or takes the place of the one before.
    mutating func started(_ route: Route) {
        if route.reason == .requested {
            earlierMeters = 0
        } else {
            earlierMeters += travelledMeters.map { max($0 - earlierMeters, 0) } ?? 0
        }
        travelledMeters = nil
        routeMeters = route.distanceMeters
    }

    /// The drive has ended: in the next one every page is due again.
    mutating func stopped() {
        told = []
        earlierMeters = 0
        travelledMeters = nil
        routeMeters = 0
    }

    /// The pages that are due at a fix, in the order of the book; the numbers of pages.
    mutating func moved(to fix: Fix, in book: Book) -> [Int] {
        defer { last = fix }
        var due: [Int] = []
        for page in book.pages {
            guard case .circle(let latitude, let longitude, let radius) = page.place else { continue }
            let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
            guard meters(from: place, to: fix) <= radius else {
                inside.remove(page.number)
                continue
            }
            let isNew = inside.insert(page.number).inserted
            if isNew, told.insert(page.number).inserted { due.append(page.number) }
        }
        return due
    }

    /// The pages that are due by their distance along the route.
    mutating func moved(along info: NavigationInfo, in book: Book) -> [Int] {
        guard info.state == .enroute, !info.isOffRoute, routeMeters > 0, let left = info.toDestination?.distanceMeters,
            left.isFinite
        else { return [] }
        let travelled = earlierMeters + max(routeMeters - left, 0)
        travelledMeters = max(travelled, travelledMeters ?? 0)
        return book.pages.filter { page in
            guard case .distance(let meters) = page.place, travelled >= meters else { return false }
            return told.insert(page.number).inserted
        }.map(\.number)
    }

    /// The book was read anew: pages that are there no more are forgotten.
    mutating func reloaded(_ book: Book) {
        told.formIntersection(book.numbers)
        inside.formIntersection(book.numbers)
    }

    /// The smallest distance between a place and the way since the fix before.
    private func meters(from place: Coordinate, to fix: Fix) -> Double {
        let end = Self.offset(of: fix.smoothedPosition, from: place)
        guard let last, (0...Self.mostStepSeconds).contains(fix.time.seconds(since: last.time)) else {
            return hypot(end.east, end.north)
        }
        let begin = Self.offset(of: last.smoothedPosition, from: place)
        let (east, north) = (end.east - begin.east, end.north - begin.north)
        let squared = east * east + north * north
        guard squared > 0, squared <= Self.mostStepMeters * Self.mostStepMeters else {
            return hypot(end.east, end.north)
        }
        let share = min(max(-(begin.east * east + begin.north * north) / squared, 0), 1)
        return hypot(begin.east + share * east, begin.north + share * north)
    }

    /// Metres east and north of a place; good for the size of a town.
    private static func offset(of point: Coordinate, from place: Coordinate) -> (east: Double, north: Double) {
        let metersOfDegree = 111_195.0
        let difference = (point.longitudeDegrees - place.longitudeDegrees).remainder(dividingBy: 360)
        let shrink = cos(place.latitudeDegrees * .pi / 180)
        return (
            difference * metersOfDegree * shrink,
            (point.latitudeDegrees - place.latitudeDegrees) * metersOfDegree
        )
    }
}
