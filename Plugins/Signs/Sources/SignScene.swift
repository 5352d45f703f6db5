import NavigationEvents
import Pictures

/// What there is to see at a moment: everything that the pictures and the JSON are made of. Equal scenes look alike.
struct SignScene: Hashable, Sendable {
    /// What is to be done next.
    var step: Step
    /// Whose step it is.
    var routeID: String
    /// Metres to the maneuver when what is seen was drawn.
    var distanceMeters: Double?
    /// What is to be done after it.
    var next: Step?
    /// Whole metres from one to the other.
    var metersToNext: Int?
    /// The cue that is due for the maneuver.
    var cue: CueReference?

    /// The scene of an event; `nil` where there is no way to go.
    ///
    /// - Parameter distanceMeters: As it is to be written.
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
