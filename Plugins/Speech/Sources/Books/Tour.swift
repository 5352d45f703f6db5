import Glibc
import NavigationEvents

/// Knows which pages of a book are due on the way: each one when its place is reached, once in a drive.
///
/// A pure value, fed with what the bus publishes. A place counts as reached when the way from one fix to the next leads
/// through its circle, so that a fast vehicle with a slow receiver misses none; it has to be left before it counts
/// again, so that a drive that ends where the next one begins says the page of that place once. A distance counts when
/// it is crossed: what lies behind where the tour begins is not caught up with.
///
/// Places are known by where they are, not by the numbers of their pages: a page that is put between others, or cannot
/// be read for a moment, makes no other page due again.
struct Tour: Equatable, Sendable {
    /// How far a drive has come.
    struct Progress: Equatable, Sendable {
        /// The fingerprint of the route it is on.
        var route: Int64
        /// Metres along the routes before that one.
        var earlierMeters: Double
        /// The farthest metres that were reached, over all routes.
        var reachedMeters: Double
    }

    /// What is to be remembered of it over a restart.
    struct Facts: Equatable, Sendable {
        /// Circles that were reached in this drive.
        var told: Set<TourPlace> = []
        /// `nil` before the drive has a route, and came along it.
        var progress: Progress?
    }

    /// Between fixes farther apart than this the way is unknown.
    private static let mostStepSeconds = 10.0
    private static let mostStepMeters = 500.0
    /// A distance that lies no farther behind than this is still crossed where the tour begins.
    private static let mostLateMeters = 200.0

    private(set) var facts: Facts
    private var inside: Set<TourPlace> = []
    private var last: Fix?
    /// Metres along the routes before the present one.
    private var earlierMeters = 0.0
    /// The present route's fingerprint; its length is 0 where there is none.
    private var route: Int64 = 0
    private var routeMeters = 0.0

    /// Makes a tour.
    ///
    /// - Parameter facts: What an earlier process has come to know in this drive.
    init(_ facts: Facts = Facts()) {
        self.facts = facts
    }

    /// A route was started, or takes the place of the one before.
    mutating func started(_ route: Route) {
        self.route = route.id.fingerprint
        if facts.progress?.route == self.route {
            // The one that is known, told to a process that is new, or once more.
            earlierMeters = facts.progress?.earlierMeters ?? 0
        } else if route.reason == .requested {
            earlierMeters = 0
            facts.progress = nil
        } else {
            earlierMeters = facts.progress?.reachedMeters ?? 0
            facts.progress?.route = self.route
            facts.progress?.earlierMeters = earlierMeters
        }
        routeMeters = route.distanceMeters
    }

    /// The drive has ended: in the next one every page is due again.
    mutating func stopped() {
        facts = Facts()
        earlierMeters = 0
        route = 0
        routeMeters = 0
    }

    /// The pages that are due at a fix, in the order of the book; the numbers of pages.
    mutating func moved(to fix: Fix, in book: Book) -> [Int] {
        defer { last = fix }
        var (due, reached): ([Int], Set<TourPlace>) = ([], [])
        for page in book.pages {
            guard let circle = page.place, case .circle(let latitude, let longitude, let radius) = circle else {
                continue
            }
            let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
            guard meters(from: place, to: fix) <= radius else {
                inside.remove(circle)
                continue
            }
            reached.insert(circle)
            if !inside.contains(circle), !facts.told.contains(circle) { due.append(page.number) }
        }
        facts.told.formUnion(reached.subtracting(inside))
        inside.formUnion(reached)
        return due
    }

    /// The pages whose distance along the route was crossed.
    mutating func moved(along info: NavigationInfo, in book: Book) -> [Int] {
        guard info.state == .enroute, !info.isOffRoute, routeMeters > 0, let left = info.toDestination?.distanceMeters,
            left.isFinite
        else { return [] }
        let travelled = earlierMeters + max(routeMeters - left, 0)
        let before = facts.progress?.reachedMeters ?? travelled - Self.mostLateMeters
        let reached = max(travelled, before)
        facts.progress = Progress(route: route, earlierMeters: earlierMeters, reachedMeters: reached)
        return book.pages.filter { page in
            guard case .distance(let meters) = page.place else { return false }
            return before < meters && meters <= reached
        }.map(\.number)
    }

    /// The book was read anew.
    ///
    /// - Parameter told: Circles of it that were reached, as far as anybody else knows.
    mutating func reloaded(_ book: Book, told: Set<TourPlace> = []) {
        facts.told.formUnion(told)
        inside.formIntersection(book.pages.compactMap(\.place))
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
