import Glibc
import NavigationEvents

/// Asks for another route while the route is left: one question at a time, and ever more rarely while nothing comes of
/// it. It has no clock: time is what the fixes say.
struct Rerouter {
    /// Nobody who still answers takes longer.
    private static let patienceSeconds = 30.0
    private static let firstPauseSeconds = 3.0
    private static let pauseGrowth = 1.5
    private static let mostPauseSeconds = 120.0
    /// Who leaves a new route so soon, or so soon compared with the last pause, will leave the next one as well: on a large
    /// car park, or where a street is closed.
    private static let soonSeconds = 30.0
    private static let soonPauses = 3.0

    private var now = Timestamp(nanosecondsSinceEpoch: 0)
    private var attempts = 0
    private var pauses = 0
    private var failure = ""
    private(set) var request: RouteRequest?
    private var askedAt = Timestamp(nanosecondsSinceEpoch: 0)
    private var nextAt: Timestamp?
    private var lastPauseSeconds = 0.0
    private var isCourseBinding = false
    private var lastNumber: UInt64 = 0

    /// What the events say of the search.
    var state: Rerouting { Rerouting(attempts: attempts, failure: failure, request: request) }
    /// Counts the changes of ``state``.
    private(set) var revision = 0

    /// The route was left.
    mutating func begin(at time: Timestamp) {
        now = time
        revision &+= 1
        attempts = 0
        failure = ""
        request = nil
        isCourseBinding = false
        let sinceAsked = time.seconds(since: askedAt)
        if (0..<max(Self.soonSeconds, Self.soonPauses * lastPauseSeconds)).contains(sinceAsked) {
            pause(from: askedAt)
        } else {
            (pauses, lastPauseSeconds, nextAt) = (0, 0, nil)
        }
    }

    /// Time passes: a question that nobody answers has failed.
    mutating func elapse(to time: Timestamp) {
        now = max(now, time)
        if request != nil, now.seconds(since: askedAt) > Self.patienceSeconds {
            fail("get an answer within \(Int(Self.patienceSeconds)) s: no router is running, or it hangs")
        }
    }

    /// Whether it is time to ask.
    var isDue: Bool { request == nil && nextAt.map { now >= $0 } ?? true }

    /// Asks; the number, and whether the course binds, are filled in.
    mutating func ask(_ wanted: RouteRequest) {
        attempts += 1
        revision &+= 1
        lastNumber = max(UInt64(bitPattern: now.nanosecondsSinceEpoch), lastNumber &+ 1)
        request = wanted
        request?.number = lastNumber
        request?.isCourseBinding = isCourseBinding
        askedAt = now
        nextAt = nil
    }

    /// Nothing came of it: asked again after a while.
    mutating func fail(_ reason: String) {
        failure = reason
        request = nil
        revision &+= 1
        pause(from: now)
    }

    /// The answer began against the course: asked once more at once.
    mutating func askAgainWithCourse() {
        guard let request else { return }
        isCourseBinding = true
        ask(request)
    }

    /// The answer is followed.
    mutating func take() {
        request = nil
        revision &+= 1
    }

    private mutating func pause(from time: Timestamp) {
        lastPauseSeconds = min(
            Self.firstPauseSeconds * pow(Self.pauseGrowth, Double(pauses)), Self.mostPauseSeconds)
        pauses += 1
        nextAt = Timestamp(nanosecondsSinceEpoch: time.nanosecondsSinceEpoch &+ Int64(lastPauseSeconds * 1e9))
    }
}
