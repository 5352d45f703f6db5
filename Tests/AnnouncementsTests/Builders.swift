import TestSupport
import Announcements
import NavigationEvents

/// Builders of events. A test names only the values that it checks; the others have defaults.

extension Fix {
    static func make(at time: Timestamp = .noon) -> Fix {
        Fix(time: time, position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69))
    }
}

extension Step {
    static func make(
        _ maneuver: Maneuver = .turnLeft,
        number: Int = 3,
        onto street: String = "",
        towards destinations: [String] = [],
        exit: Int? = nil,
        exitNumber: String? = nil,
        angle: Double? = nil,
        side: DrivingSide = .right,
        tunnel: TunnelMode = .none,
        ferry: FerryMode = .none,
        border: String? = nil,
        change: RoadClassChange = .none,
        isEndOfRoad: Bool = false,
        isDecision: Bool = false,
        isStaying: Bool = false,
        passage: Passage = .none,
        level: String? = nil,
        toll: Bool = false,
        roundaboutName: String = ""
    ) -> Step {
        Step(
            number: number, maneuver: maneuver, geometryIndex: number * 10, fullRoadName: street,
            simpleRoadName: street, exitNumber: exitNumber,
            roundabout: maneuver.isRoundabout ? Roundabout(exitCount: exit, name: roundaboutName) : nil,
            turnAngleDegrees: angle, drivingSide: side,
            signpost: destinations.isEmpty ? nil : Signpost(destinations: destinations), tunnelMode: tunnel,
            ferry: ferry, borderCountryCode: border, roadClassChange: change, isEndOfRoad: isEndOfRoad,
            passage: passage, levelName: level, isStayingOnRoad: isStaying, isDecision: isDecision, beginsToll: toll)
    }

    /// Returns the step with another number.
    func numbered(_ number: Int) -> Step {
        var step = self
        step.number = number
        return step
    }
}

extension Cue {
    static func make(
        _ stage: CueStage = .now,
        _ subject: CueSubject = .maneuver,
        identity: UInt64 = 1,
        step: Int = 3,
        meters: Double = 300,
        includesNext: Bool = false,
        isNextImmediate: Bool = false,
        at time: Timestamp = .noon
    ) -> Cue {
        Cue(
            identity: identity, stage: stage, subject: subject, stepNumber: step, distanceMeters: meters,
            includesNext: includesNext, isNextImmediate: isNextImmediate,
            priority: stage == .now ? .now : .prepare, dueAt: time, validForSeconds: 8)
    }
}

extension NavigationInfo {
    static func make(
        _ cue: Cue?,
        step: Step = .make(),
        then next: Step? = nil,
        meters: Double? = nil,
        state: NavigationState = .enroute,
        route: String = "a",
        at time: Timestamp = .noon
    ) -> NavigationInfo {
        NavigationInfo(
            state: state, routeID: route, fix: .make(at: time), currentStep: step, nextStep: next,
            remainingSteps: [next].compactMap(\.self),
            toManeuver: Remaining(distanceMeters: meters ?? cue?.distanceMeters ?? 300, durationSeconds: 20), cue: cue)
    }
}

extension AnnouncementGenerator {
    /// Returns the sentence of a new generator for an event.
    static func text(
        _ info: NavigationInfo, strings: any StringRetriever = SpokenEnglish.table,
        settings: AnnouncementSettings = AnnouncementSettings()
    ) throws -> String? {
        var generator = AnnouncementGenerator(settings: settings, strings: strings)
        return try generator.announcement(for: info)?.text
    }
}
