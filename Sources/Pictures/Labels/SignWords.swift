public import NavigationEvents

/// What a maneuver asks for, in the technical words of logs, terminals and screen readers: `Turn slightly left`,
/// `Roundabout, exit 3`. Sentences for people come from the announcements.
///
/// They are those of the maneuver, not of its picture: several maneuvers share one. Of a maneuver that this build does
/// not know nothing is guessed.
public struct SignWords: Hashable, Sendable {
    /// What is to be done.
    public let maneuver: String
    /// The exit to count, such as `exit 3`; `nil` where there is none to count, or it is not known.
    public let exit: String?

    /// The words of a maneuver.
    ///
    /// - Parameter exitNumber: Of a roundabout, counted from 1; who leaves one has counted.
    public init(_ maneuver: Maneuver, exitNumber: Int? = nil) {
        let picture = SignPicture(maneuver)
        self.maneuver = maneuver.ownWords ?? picture.words
        exit = Sign(picture, exitNumber: exitNumber).exitNumber.map { "exit \($0)" }
    }

    /// The words of a step.
    public init(_ step: Step) { self.init(step.maneuver, exitNumber: step.roundabout?.exitCount) }

    /// All of it.
    public var text: String { [maneuver, exit].compactMap { $0 }.joined(separator: ", ") }
}

extension Maneuver {
    /// Where the picture, which others share, says something else.
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
    /// What the picture says.
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
