public import NavigationEvents

/// The reason why a route cannot be followed.
public enum RouteModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line has fewer than two different points.
    case noLine(vertices: Int)
    /// A coordinate is not a number or out of range.
    case badCoordinate(index: Int, coordinate: Coordinate)
    /// A leg has no steps.
    case legWithoutSteps(leg: Int)
    /// A step's vertex does not exist.
    case stepOutsideLine(step: Int, geometryIndex: Int, vertices: Int)
    /// A step lies before the step that precedes it.
    case stepBackwards(step: Int, geometryIndex: Int, previousIndex: Int)
    /// The numbers of stopovers and legs differ, or there are none.
    case stopoversDoNotFitLegs(stopovers: Int, legs: Int)
    /// The length or duration is invalid.
    case badLength(distanceMeters: Double, durationSeconds: Double)
    /// The names and signs of a step are too long for an event.
    case tooMuchText(step: Int, bytes: Int, limit: Int)
    /// A stopover is not a number, or out of range.
    case badStopover(stopover: Int, coordinate: Coordinate)
    /// A stopover's vertex does not exist.
    case stopoverOutsideLine(stopover: Int, geometryIndex: Int, vertices: Int)
    /// A stopover lies before the stopover that precedes it.
    case stopoverBackwards(stopover: Int, geometryIndex: Int, previousIndex: Int)
    /// The route has more steps than are kept in memory: a few kilobytes each.
    case tooManySteps(count: Int, limit: Int)

    /// The description, as the continuation of "failed to …".
    public var description: String {
        "follow the route: \(fault); ask the router for another one"
    }

    private var fault: String {
        switch self {
        case .noLine(let vertices):
            "its line of \(vertices) vertices has fewer than two different points"
        case .badCoordinate(let index, let coordinate):
            "vertex \(index) is not a valid position "
                + "(latitude \(coordinate.latitudeDegrees), longitude \(coordinate.longitudeDegrees))"
        case .legWithoutSteps(let leg):
            "leg \(leg) has no steps"
        case .stepOutsideLine(let step, let index, let vertices):
            "step \(step) lies at vertex \(index) of a line of \(vertices) vertices"
        case .stepBackwards(let step, let index, let previous):
            "step \(step) lies at vertex \(index), before the step that precedes it (vertex \(previous))"
        case .stopoversDoNotFitLegs(let stopovers, let legs):
            "it has \(stopovers) stopovers for \(legs) legs; each leg must end at one"
        case .badLength(let meters, let seconds):
            "its length of \(meters) m and its duration of \(seconds) s are invalid"
        case .tooMuchText(let step, let bytes, let limit):
            "the names and signs of step \(step) have \(bytes) bytes, more than the \(limit) that an event carries"
        case .badStopover(let stopover, let coordinate):
            "stopover \(stopover) is not a valid position "
                + "(latitude \(coordinate.latitudeDegrees), longitude \(coordinate.longitudeDegrees))"
        case .stopoverOutsideLine(let stopover, let index, let vertices):
            "stopover \(stopover) lies at vertex \(index) of a line of \(vertices) vertices"
        case .stopoverBackwards(let stopover, let index, let previous):
            "stopover \(stopover) lies at vertex \(index), before the one that precedes it (vertex \(previous))"
        case .tooManySteps(let count, let limit):
            "it has \(count) steps, more than the maximum of \(limit)"
        }
    }
}
