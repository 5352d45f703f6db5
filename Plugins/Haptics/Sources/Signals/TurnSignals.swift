import NavigationEvents

/// Decides which turns and conditions are signalled. Each cue is signalled once for each stage, however often it is
/// sent.
struct TurnSignals: Sendable {
    /// A signal, and the cue it renders.
    struct Felt: Hashable, Sendable {
        var signal: HapticSignal
        var cue: CueReference?
    }

    /// The number of cues that are remembered.
    static let mostCues = 64

    private var feltCues: [CueReference] = []
    /// The present conditions, so that only their beginning is signalled.
    private(set) var happenings = Happenings()

    /// Starts without conditions, or with those of a previous process.
    init(_ happenings: Happenings = Happenings()) { self.happenings = happenings }

    /// The new signals of an event, the most urgent first.
    mutating func update(_ info: NavigationInfo) -> [Felt] {
        let happenings = [arrival(info), route(info), position(info)].compactMap { $0 }.map { Felt(signal: $0) }
        return [cue(info)].compactMap { $0 } + happenings
    }

    /// Forgets all at the end of the navigation.
    mutating func reset() { self = TurnSignals() }

    private mutating func cue(_ info: NavigationInfo) -> Felt? {
        guard let cue = info.cue, let signal = Self.signal(cue, info), !feltCues.contains(cue.reference) else {
            return nil
        }
        feltCues.append(cue.reference)
        if feltCues.count > Self.mostCues { feltCues.removeFirst() }
        // A late signal would mislead.
        guard info.fix.time.seconds(since: cue.dueAt) <= cue.validForSeconds else { return nil }
        return Felt(signal: signal, cue: cue.reference)
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
            happenings.hasArrived = info.isDestinationReached
            happenings.stopoversReached = info.stopoversReached
        }
        if info.isDestinationReached { return happenings.hasArrived ? nil : .arrived }
        // Stopovers that were reached before this control joined are not signalled.
        guard let before = happenings.stopoversReached, info.stopoversReached > before else { return nil }
        return .stopover
    }

    /// Off route when the route is left, and rerouted when it is regained or a new route is followed.
    private mutating func route(_ info: NavigationInfo) -> HapticSignal? {
        let wasAstray = happenings.isAstray
        happenings.isAstray = info.isOffRoute || info.isWrongWay || info.state == .rerouting
        if happenings.isAstray { return wasAstray ? nil : .offRoute }
        return wasAstray && !info.isDestinationReached ? .rerouted : nil
    }

    private mutating func position(_ info: NavigationInfo) -> HapticSignal? {
        let wasUnreliable = happenings.isUnreliable
        happenings.isUnreliable = info.positionStatus == .unreliable
        return happenings.isUnreliable && !wasUnreliable ? .positionUnreliable : nil
    }
}
