import NavigationEvents
import Pictures

/// The data of the pictures and of the JSON. Equal scenes have equal pictures.
struct SignScene: Hashable, Sendable {
    /// The step of the next maneuver.
    var step: Step
    /// The route of the step.
    var routeID: String
    /// The distance to the maneuver when the sign was drawn.
    var distanceMeters: Double?
    /// The step after it.
    var next: Step?
    /// The distance between the two maneuvers, in whole metres.
    var metersToNext: Int?
    /// The current cue of the maneuver.
    var cue: CueReference?

    /// Creates the scene of an event; `nil` without a next maneuver.
    ///
    /// - Parameters:
    ///   - info: The event.
    ///   - distanceMeters: The distance on the sign.
    init?(_ info: NavigationInfo, distanceMeters: Double?) {
        guard info.state == .enroute, let step = info.currentStep else { return nil }
        self.step = step
        self.distanceMeters = distanceMeters
        routeID = info.routeID
        next = info.nextStep
        metersToNext = info.maneuverToNextMeters.flatMap { Int(exactly: $0.rounded()) }
        cue = info.cue.flatMap { $0.stepNumber == step.number ? $0.reference : nil }
    }
}
