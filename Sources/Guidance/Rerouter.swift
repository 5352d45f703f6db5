import Geodesy
import Glibc
import NavigationEvents

/// Requests another route while off route: one request at a time, at growing intervals while none succeeds. It has no
/// clock: time comes from the fixes.
struct Rerouter {
    /// A working router answers within this time.
    private static let timeoutSeconds = 30.0
    private static let firstPauseSeconds = 3.0
    private static let pauseGrowth = 1.5
    private static let maxPauseSeconds = 120.0
    /// A new route that is left this soon, or soon compared with the last pause, suggests that the next one will be
    /// left too: on a large car park, or where a street is closed.
    private static let soonSeconds = 30.0
    private static let soonPauses = 3.0
    private static let maxReasonBytes = 400

    private var now = Timestamp(nanosecondsSinceEpoch: 0)
    /// The state of the search in the events.
    private(set) var state = Rerouting() {
        didSet { revision &+= 1 }
    }
    /// The number of changes of ``state``.
    private(set) var revision = 0
    private var failures = 0
    private var askedAt = Timestamp(nanosecondsSinceEpoch: 0)
    private var nextAt: Timestamp?
    private var acceptedAt: Timestamp?
    /// Number of routes in a row that were followed and soon left.
    private var earlyDepartures = 0
    private var departurePauseSeconds = 0.0
    private var isCourseBinding = false
    /// Number of the last route request of the session; each request has a higher number.
    private(set) var lastNumber: UInt64

    init(after lastNumber: UInt64) { self.lastNumber = lastNumber }

    /// The open request.
    var request: RouteRequest? { state.request }

    /// Begins the search when the route was left.
    mutating func begin(at time: Timestamp) {
        now = time
        state = Rerouting()
        isCourseBinding = false
        // Only a followed route resets the count of failures: leaving and rejoining a route does not increase the rate
        // of requests.
        guard let acceptedAt else { return }
        self.acceptedAt = nil
        failures = 0
        let window = max(Self.soonSeconds, Self.soonPauses * departurePauseSeconds)
        if (0..<window).contains(time.seconds(since: acceptedAt)) {
            earlyDepartures += 1
            departurePauseSeconds = Self.pauseSeconds(earlyDepartures)
            nextAt = acceptedAt.advanced(bySeconds: departurePauseSeconds)
        } else {
            (earlyDepartures, departurePauseSeconds, nextAt) = (0, 0, nil)
        }
    }

    /// Advances the time: an unanswered request fails after its timeout.
    mutating func elapse(to time: Timestamp) {
        if now.seconds(since: time) > FixCheck.clockSetBackSeconds { forgetTimes() }
        now = time
        if request != nil, now.seconds(since: askedAt) > Self.timeoutSeconds {
            fail("get an answer within \(Int(Self.timeoutSeconds)) s: no router is running, or it hangs")
        }
    }

    /// Discards times after the clock was set back: the next request is due now.
    private mutating func forgetTimes() {
        withdraw()
        acceptedAt = nil
    }

    /// Requests another route while off route if a request is due, but not from an inaccurate position.
    mutating func search(from observation: Observation, on route: FollowedRoute) {
        guard !route.isDestinationReached else { return }
        elapse(to: observation.time)
        guard isDue, !observation.isWeak else { return }
        lastNumber = max(UInt64(bitPattern: now.nanosecondsSinceEpoch), lastNumber &+ 1)
        let request = RouteRequest(
            number: lastNumber,
            position: Coordinate(
                latitudeDegrees: observation.latitude, longitudeDegrees: Angle.wrapped180(observation.longitude)),
            horizontalAccuracyMeters: observation.accuracy,
            courseDegrees: Angle.bearing(eastMeters: observation.courseEast, northMeters: observation.courseNorth),
            speedMetersPerSecond: observation.speed,
            isCourseBinding: isCourseBinding,
            stopovers: route.remainingStopovers.map(\.position),
            travelMode: route.model.route.travelMode)
        state = Rerouting(attempts: state.attempts + 1, failure: state.failure, request: request)
        askedAt = now
        nextAt = nil
    }

    private var isDue: Bool { request == nil && nextAt.map { now >= $0 } ?? true }

    /// Records a failure: the next request follows after a pause. The router's text is part of every event until then,
    /// so it is truncated.
    mutating func fail(_ reason: String) {
        state = Rerouting(attempts: state.attempts, failure: Self.sanitized(reason))
        failures += 1
        nextAt = now.advanced(bySeconds: Self.pauseSeconds(failures))
    }

    /// Requests again from the present position, because the answer began against the course.
    mutating func askAgainWithCourse() {
        isCourseBinding = true
        withdraw()
    }

    /// Withdraws the open request: a new one follows with the next fix.
    mutating func withdraw() {
        state.request = nil
        nextAt = nil
    }

    /// Records that the answer is followed.
    mutating func accept() {
        state.request = nil
        acceptedAt = now
    }

    /// A router's text without control characters, truncated for events and terminals.
    static func sanitized(_ reason: String) -> String {
        var text = ""
        for scalar in reason.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
            guard text.utf8.count + 4 <= maxReasonBytes else { break }
            text.unicodeScalars.append(isControl ? " " : scalar)
        }
        return text
    }

    private static func pauseSeconds(_ count: Int) -> Double {
        min(firstPauseSeconds * pow(pauseGrowth, Double(count - 1)), maxPauseSeconds)
    }
}
