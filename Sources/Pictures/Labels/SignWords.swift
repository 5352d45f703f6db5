public import NavigationEvents

/// A maneuver in words for logs, terminals and screen readers: `Turn slightly left`, `Roundabout, exit 3`.
/// Announcements have their own sentences.
///
/// The words depend on the maneuver, since several maneuvers share one picture. A maneuver that this version does not
/// know is `Unknown maneuver`.
public struct SignWords: Hashable, Sendable {
    /// The maneuver in words.
    public let maneuver: String
    /// The roundabout exit, such as `exit 3`; `nil` if unknown, or without an exit to count.
    public let exit: String?

    /// Creates the words of a maneuver.
    ///
    /// - Parameters:
    ///   - maneuver: The maneuver.
    ///   - exitNumber: The number of the roundabout exit, from 1; ignored for the maneuver of leaving.
    public init(_ maneuver: Maneuver, exitNumber: Int? = nil) {
        let picture = SignPicture(maneuver)
        self.maneuver = maneuver.ownWords ?? picture.words
        exit = Sign(picture, exitNumber: exitNumber).exitNumber.map { "exit \($0)" }
    }

    /// Creates the words of a step.
    public init(_ step: Step) { self.init(step.maneuver, exitNumber: step.roundabout?.exitCount) }

    /// The maneuver with its exit.
    public var text: String { [maneuver, exit].compactMap { $0 }.joined(separator: ", ") }
}

extension Maneuver {
    /// The words of maneuvers that differ from those of their picture.
    fileprivate var ownWords: String? {
        switch self {
        case .depart: "Start"
        case .onRampUnspecified: "Take the ramp"
        case .offRampUnspecified: "Take the exit"
        case .offRampLeft: "Take the exit on the left"
        case .offRampRight: "Take the exit on the right"
        default: nil
        }
    }
}

extension SignPicture {
    /// The words of the picture.
    fileprivate var words: String {
        switch self {
        case .neutral: "Unknown maneuver"
        case .straight: "Straight on"
        case .turn(let side): "Turn \(side)"
        case .slightTurn(let side): "Turn slightly \(side)"
        case .sharpTurn(let side): "Turn sharply \(side)"
        case .uTurn: "Turn around"
        case .merge: "Merge"
        case .mergeTo(let side): "Move over \(side)"
        case .fork(let side): "Keep \(side)"
        case .destination: "Destination"
        case .destinationAt(let side): "Destination on the \(side)"
        case .ferryBoat: "Ferry"
        case .ferryTrain: "Car train"
        case .roundabout(.leaving, _): "Leave the roundabout"
        case .roundabout: "Roundabout"
        }
    }
}
