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
    private static let mostBytes = 400

    private var now = Timestamp(nanosecondsSinceEpoch: 0)
    /// What the events say of the search.
    private(set) var state = Rerouting() {
        didSet { revision &+= 1 }
    }
    /// Counts the changes of ``state``.
    private(set) var revision = 0
    private var failures = 0
    private var askedAt = Timestamp(nanosecondsSinceEpoch: 0)
    private var nextAt: Timestamp?
    private var takenAt: Timestamp?
    /// Routes that were followed one after another and left soon.
    private var leavings = 0
    private var leavingPauseSeconds = 0.0
    private var isCourseBinding = false
    /// Of the last question of the session; each has a higher number.
    private(set) var lastNumber: UInt64

    init(after lastNumber: UInt64) { self.lastNumber = lastNumber }

    /// What is to be answered now.
    var request: RouteRequest? { state.request }

    /// The route was left.
    mutating func begin(at time: Timestamp) {
        now = time
        state = Rerouting()
        isCourseBinding = false
        // Only a route that was followed begins the count of failures anew: one who goes to and fro asks no more often.
        guard let takenAt else { return }
        self.takenAt = nil
        failures = 0
        let window = max(Self.soonSeconds, Self.soonPauses * leavingPauseSeconds)
        if (0..<window).contains(time.seconds(since: takenAt)) {
            leavings += 1
            leavingPauseSeconds = Self.pauseSeconds(leavings)
            nextAt = takenAt.advanced(bySeconds: leavingPauseSeconds)
        } else {
            (leavings, leavingPauseSeconds, nextAt) = (0, 0, nil)
        }
    }

    /// Time passes: a question that nobody answers has failed.
    mutating func elapse(to time: Timestamp) {
        if now.seconds(since: time) > FixGate.clockSetBackSeconds { forgetTimes() }
        now = time
        if request != nil, now.seconds(since: askedAt) > Self.patienceSeconds {
            fail("get an answer within \(Int(Self.patienceSeconds)) s: no router is running, or it hangs")
        }
    }

    /// The clock was set back: what was to come then is due now.
    private mutating func forgetTimes() {
        withdraw()
        takenAt = nil
    }

    /// Whether it is time to ask.
    var isDue: Bool { request == nil && nextAt.map { now >= $0 } ?? true }

    /// Asks; the number, and whether the course binds, are filled in.
    mutating func ask(_ wanted: RouteRequest) {
        lastNumber = max(UInt64(bitPattern: now.nanosecondsSinceEpoch), lastNumber &+ 1)
        var request = wanted
        request.number = lastNumber
        request.isCourseBinding = isCourseBinding
        state = Rerouting(attempts: state.attempts + 1, failure: state.failure, request: request)
        askedAt = now
        nextAt = nil
    }

    /// Nothing came of it: asked again after a while. The words of a router stand in every event until then, so they are
    /// cut.
    mutating func fail(_ reason: String) {
        state = Rerouting(attempts: state.attempts, failure: Self.words(of: reason))
        failures += 1
        nextAt = now.advanced(bySeconds: Self.pauseSeconds(failures))
    }

    /// The answer began against the course: asked once more, from where one is by then.
    mutating func askAgainWithCourse() {
        isCourseBinding = true
        withdraw()
    }

    /// What was asked is not what is wanted any more: asked anew with the next fix.
    mutating func withdraw() {
        state.request = nil
        nextAt = nil
    }

    /// The answer is followed.
    mutating func take() {
        state.request = nil
        takenAt = now
    }

    /// What a router says, fit to stand in an event and on a terminal.
    static func words(of reason: String) -> String {
        var words = ""
        for scalar in reason.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
            guard words.utf8.count + 4 <= mostBytes else { break }
            words.unicodeScalars.append(isControl ? " " : scalar)
        }
        return words
    }

    private static func pauseSeconds(_ count: Int) -> Double {
        min(firstPauseSeconds * pow(pauseGrowth, Double(count - 1)), mostPauseSeconds)
    }
}
