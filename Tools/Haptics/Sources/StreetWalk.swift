import Geodesy
import Haptics

/// A walker who follows streets: straight on at junctions, unless signalled to turn; back at the end of a street. Off the
/// route, the walker tries each street of a junction once.
struct StreetWalk: Sendable {
    /// A smaller angle does not count as the signalled turn.
    private static let minTurnDegrees = 15.0
    /// A signalled turn is made within this distance, or not at all.
    private static let rememberedMeters = 40.0

    private let plan: StreetPlan
    private var from: Int
    private var to: Int
    /// The distance from the last corner, metres.
    private var meters = 0.0
    private var plannedTurn: (side: Side, metersLeft: Double)?
    /// Whether the last signal said that this is the wrong way.
    private var isSearching = false
    /// How often each street was taken, by the corner at which it begins.
    private var tries: [Int: [Int: Int]] = [:]

    /// Starts at the first corner of the plan.
    init(on plan: StreetPlan) {
        self.plan = plan
        (from, to) = (0, plan.neighbours[0].first ?? 0)
    }

    /// The position.
    var position: PlanePoint { plan.corners[from].moved(min(meters, length), towards: bearing) }
    /// The direction of the street, degrees.
    var bearing: Double { plan.corners[from].bearing(to: plan.corners[to]) }
    private var length: Double { plan.corners[from].distance(to: plan.corners[to]) }

    /// Plans a turn at the next crossing.
    mutating func turnAtCrossing(_ side: Side) {
        plannedTurn = (side, Self.rememberedMeters)
        isSearching = false
    }

    /// Turns around, and searches for another street.
    mutating func turnAround() {
        (from, to, meters) = (to, from, max(length - meters, 0))
        plannedTurn = nil
        isSearching = true
    }

    /// Walks a distance, metres.
    mutating func walk(_ step: Double) {
        meters += step
        if let wanted = plannedTurn {
            plannedTurn = wanted.metersLeft > step ? (wanted.side, wanted.metersLeft - step) : nil
        }
        while meters >= length {
            let (rest, ahead) = (meters - length, bearing)
            let next = choose(at: to, ahead)
            if plan.neighbours[to].count > 2 { tries[to, default: [:]][next, default: 0] += 1 }
            (from, to, meters) = (to, next, rest)
            guard length > 0 else { return }
        }
    }

    private mutating func choose(at corner: Int, _ ahead: Double) -> Int {
        let ways = plan.neighbours[corner].filter { $0 != from }
        // A dead end.
        guard !ways.isEmpty else { return from }
        func turn(_ way: Int) -> Double {
            Angle.turn(from: ahead, to: plan.corners[corner].bearing(to: plan.corners[way]))
        }
        if let side = plannedTurn?.side {
            let wanted = side == .left ? -90.0 : 90
            let there = ways.filter {
                side == .left ? turn($0) < -Self.minTurnDegrees : turn($0) > Self.minTurnDegrees
            }
            if ways.count > 1, let way = there.min(by: { abs(turn($0) - wanted) < abs(turn($1) - wanted) }) {
                plannedTurn = nil
                return way
            }
        }
        // The way back counts as tried.
        let tried = isSearching ? tries[corner] ?? [:] : [:]
        return ways.min { (tried[$0] ?? 0, abs(turn($0))) < (tried[$1] ?? 0, abs(turn($1))) } ?? from
    }
}
