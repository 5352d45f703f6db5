import Glibc
import NavigationEvents
import SpeechEngine
import Platform

/// Finds the pages of a book that are due on a drive: each page once, when its circle or distance is reached.
///
/// A pure value. A circle is reached when the line from one fix to the next crosses it, so that a fast vehicle with a
/// slow receiver misses none. The vehicle must leave the circle before it counts again, so that a page is read once if
/// one drive ends and the next begins there. A distance is reached when the vehicle passes it; distances before the
/// start of the tour are skipped.
///
/// Circles and distances are identified by their values, not by page numbers. A page that is inserted, or unreadable
/// for a moment, therefore makes no other page due again.
struct Tour: Equatable, Sendable {
    /// The progress of a drive.
    struct Progress: Equatable, Sendable {
        /// The fingerprint of the current route.
        var route: Int64
        /// The metres driven on the routes before the current one.
        var earlierMeters: Double
        /// The largest distance reached in metres, over all routes.
        var reachedMeters: Double
    }

    /// The state that a restarted process needs.
    struct SavedState: Equatable, Sendable {
        /// The circles reached in this drive.
        var reachedCircles: Set<TourPlace> = []
        /// The progress; `nil` before the first progress along a route.
        var progress: Progress?
    }

    /// The path between two fixes farther apart than this is unknown.
    private static let maxStepSeconds = 10.0
    private static let maxStepMeters = 500.0
    /// At the start of a tour, distances passed within these metres still count.
    private static let maxLateMeters = 200.0

    private(set) var savedState: SavedState
    private var inside: Set<TourPlace> = []
    private var last: Fix?
    /// The metres driven on the routes before the current one.
    private var earlierMeters = 0.0
    /// The fingerprint of the current route; the length is 0 without a route.
    private var route: Int64 = 0
    private var routeMeters = 0.0

    /// Creates a tour.
    ///
    /// - Parameter savedState: The state of an earlier process in this drive.
    init(_ savedState: SavedState = SavedState()) {
        self.savedState = savedState
    }

    /// Handles a route that was started or replaces another one.
    mutating func started(_ route: Route) {
        self.route = Int64(bitPattern: FNVHash.of(route.id.utf8))
        if savedState.progress?.route == self.route {
            // The known route again, for example in the snapshot for a new process.
            earlierMeters = savedState.progress?.earlierMeters ?? 0
        } else if route.reason == .requested {
            earlierMeters = 0
            savedState.progress = nil
        } else {
            earlierMeters = savedState.progress?.reachedMeters ?? 0
            savedState.progress?.route = self.route
            savedState.progress?.earlierMeters = earlierMeters
        }
        routeMeters = route.distanceMeters
    }

    /// Handles the end of the drive: in the next one every page is due again.
    mutating func stopped() {
        savedState = SavedState()
        earlierMeters = 0
        route = 0
        routeMeters = 0
    }

    /// Returns the numbers of the pages that are due at a fix, in the order of the book.
    mutating func moved(to fix: Fix, in book: Book) -> [Int] {
        defer { last = fix }
        var (due, reached): ([Int], Set<TourPlace>) = ([], [])
        for page in book.pages {
            guard let circle = page.place, case .circle(let latitude, let longitude, let radius) = circle else {
                continue
            }
            let center = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
            guard meters(from: center, to: fix) <= radius else {
                inside.remove(circle)
                continue
            }
            reached.insert(circle)
            if !inside.contains(circle), !savedState.reachedCircles.contains(circle) { due.append(page.number) }
        }
        savedState.reachedCircles.formUnion(reached.subtracting(inside))
        inside.formUnion(reached)
        return due
    }

    /// Returns the numbers of the pages whose distance along the route was passed.
    mutating func moved(along info: NavigationInfo, in book: Book) -> [Int] {
        guard info.state == .enroute, !info.isOffRoute, routeMeters > 0, let left = info.toDestination?.distanceMeters,
            left.isFinite
        else { return [] }
        let travelled = earlierMeters + max(routeMeters - left, 0)
        let before = savedState.progress?.reachedMeters ?? travelled - Self.maxLateMeters
        let reached = max(travelled, before)
        savedState.progress = Progress(route: route, earlierMeters: earlierMeters, reachedMeters: reached)
        return book.pages.filter { page in
            guard case .distance(let meters) = page.place else { return false }
            return before < meters && meters <= reached
        }.map(\.number)
    }

    /// Handles a change of the book.
    ///
    /// - Parameters:
    ///   - book: The new version.
    ///   - reachedCircles: The circles of the book that the memory lists as reached.
    mutating func reloaded(_ book: Book, reachedCircles: Set<TourPlace> = []) {
        savedState.reachedCircles.formUnion(reachedCircles)
        inside.formIntersection(book.pages.compactMap(\.place))
    }

    /// Returns the smallest distance in metres between a point and the path since the previous fix.
    private func meters(from center: Coordinate, to fix: Fix) -> Double {
        let end = Self.offset(of: fix.smoothedPosition, from: center)
        guard let last, (0...Self.maxStepSeconds).contains(fix.time.seconds(since: last.time)) else {
            return hypot(end.east, end.north)
        }
        let begin = Self.offset(of: last.smoothedPosition, from: center)
        let (east, north) = (end.east - begin.east, end.north - begin.north)
        let squared = east * east + north * north
        guard squared > 0, squared <= Self.maxStepMeters * Self.maxStepMeters else {
            return hypot(end.east, end.north)
        }
        let share = min(max(-(begin.east * east + begin.north * north) / squared, 0), 1)
        return hypot(begin.east + share * east, begin.north + share * north)
    }

    /// Returns the metres east and north of a point; accurate within the size of a town.
    private static func offset(of point: Coordinate, from center: Coordinate) -> (east: Double, north: Double) {
        let metersOfDegree = 111_195.0
        let difference = (point.longitudeDegrees - center.longitudeDegrees).remainder(dividingBy: 360)
        let shrink = cos(center.latitudeDegrees * .pi / 180)
        return (
            difference * metersOfDegree * shrink,
            (point.latitudeDegrees - center.latitudeDegrees) * metersOfDegree
        )
    }
}
