import NavigationEvents

/// Decides which turns and happenings are felt. Each cue is felt once for each stage, however many events carry it.
struct TurnSignals: Sendable {
    /// A signal, and the cue it renders.
    struct Felt: Hashable, Sendable {
        var signal: HapticSignal
        var cue: CueReference?
    }

    /// Cues are forgotten after so many newer ones.
    static let mostCues = 64

    private var feltCues: [CueReference] = []
    /// What holds now, so that only its beginning is felt.
    private(set) var happenings = Happenings()

    /// Begins anew, or where a process before this one was.
    init(_ happenings: Happenings = Happenings()) { self.happenings = happenings }

    /// What is newly to be felt, the most urgent first.
    mutating func update(_ info: NavigationInfo) -> [Felt] {
        let happenings = [arrival(info), route(info), position(info)].compactMap { $0 }.map { Felt(signal: $0) }
        return [cue(info)].compactMap { $0 } + happenings
    }

    /// Navigation has ended: the next one is felt from its beginning.
    mutating func reset() { self = TurnSignals() }

    private mutating func cue(_ info: NavigationInfo) -> Felt? {
        guard let cue = info.cue, let signal = Self.signal(cue, info), !feltCues.contains(cue.reference) else {
            return nil
        }
        feltCues.append(cue.reference)
        if feltCues.count > Self.mostCues { feltCues.removeFirst() }
        // What comes too late would mislead.
        guard info.fix.time.seconds(since: cue.dueAt) <= cue.validForSeconds else { return nil }
        return Felt(signal: signal, cue: cue.reference)
    }

    /// What a cue feels like; `nil` for those that are only spoken.
    private static func signal(_ cue: Cue, _ info: NavigationInfo) -> HapticSignal? {
        guard cue.subject == .maneuver, cue.stage == .prepare || cue.stage == .now, let step = info.currentStep,
            step.number == cue.stepNumber
        else { return nil }
        return signal(step, isNow: cue.stage == .now)
    }

    /// What a step's maneuver feels like; `nil` for those that are no turns.
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
        // Those reached before this control joined are not felt.
        guard let before = happenings.stopoversReached, info.stopoversReached > before else { return nil }
        return .stopover
    }

    /// Once for each time the way is lost, and once when it is found again or there is a new one.
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
