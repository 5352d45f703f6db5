import NavigationEvents

/// Decides which turns and conditions are signalled. Each cue is signalled once for each stage, however often it is
/// sent.
struct TurnSignals: Sendable {
    /// The number of cues that are remembered.
    static let maxCues = 64

    private var signalledCues: [CueReference] = []
    /// The present conditions, so that only their beginning is signalled.
    private(set) var conditions = DriveConditions()

    /// Starts without conditions, or with those of a previous process.
    init(_ conditions: DriveConditions = DriveConditions()) { self.conditions = conditions }

    /// The new signals of an event, the most urgent first.
    mutating func update(_ info: NavigationInfo) -> [HapticCue] {
        let conditions = [arrival(info), route(info), position(info)].compactMap { $0 }.map { HapticCue(signal: $0) }
        return [cue(info)].compactMap { $0 } + conditions
    }

    /// Forgets all at the end of the navigation.
    mutating func reset() { self = TurnSignals() }

    private mutating func cue(_ info: NavigationInfo) -> HapticCue? {
        guard let cue = info.cue, let signal = Self.signal(cue, info), !signalledCues.contains(cue.reference) else {
            return nil
        }
        signalledCues.append(cue.reference)
        if signalledCues.count > Self.maxCues { signalledCues.removeFirst() }
        // A late signal would mislead.
        guard cue.remainingSeconds(at: info.fix.time) >= 0 else { return nil }
        return HapticCue(signal: signal, cue: cue.reference)
    }

    /// The signal of a cue; `nil` for cues that are only spoken.
    private static func signal(_ cue: Cue, _ info: NavigationInfo) -> HapticSignal? {
        guard cue.subject == .maneuver, cue.stage == .prepare || cue.stage == .now, let step = info.currentStep,
            step.number == cue.stepNumber
        else { return nil }
        return signal(step, isNow: cue.stage == .now)
    }

    /// The signal of a step's maneuver; `nil` for maneuvers that are not turns.
    static func signal(_ step: Step, isNow: Bool) -> HapticSignal? {
        if step.maneuver.isRoundabout {
            return .roundabout(isNow: isNow, exitCount: step.roundabout?.exitCount)
        }
        return TurnDirection(step.maneuver).map { isNow ? .now($0) : .prepare($0) }
    }

    private mutating func arrival(_ info: NavigationInfo) -> HapticSignal? {
        defer {
            conditions.hasArrived = info.isDestinationReached
            conditions.stopoversReached = info.stopoversReached
        }
        if info.isDestinationReached { return conditions.hasArrived ? nil : .arrived }
        // Stopovers that were reached before this control joined are not signalled.
        guard let before = conditions.stopoversReached, info.stopoversReached > before else { return nil }
        return .stopover
    }

    /// Off route when the route is left, and rerouted when it is regained or a new route is followed.
    private mutating func route(_ info: NavigationInfo) -> HapticSignal? {
        let wasOffRoute = conditions.isOffRoute
        conditions.isOffRoute = info.isOffRoute || info.isWrongWay || info.state == .rerouting
        if conditions.isOffRoute { return wasOffRoute ? nil : .offRoute }
        return wasOffRoute && !info.isDestinationReached ? .rerouted : nil
    }

    private mutating func position(_ info: NavigationInfo) -> HapticSignal? {
        let wasUnreliable = conditions.isUnreliable
        conditions.isUnreliable = info.positionStatus == .unreliable
        return conditions.isUnreliable && !wasUnreliable ? .positionUnreliable : nil
    }
}
