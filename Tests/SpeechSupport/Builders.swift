import TestSupport
import Announcements
package import NavigationEvents
package import SpeechEngine

extension Fix {
    package static func make(at time: Timestamp = .noon) -> Fix {
        Fix(time: time, position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69))
    }
}

extension Utterance {
    /// Creates the utterance of a person.
    package static func spoken(_ text: String, _ properties: UtteranceProperties = UtteranceProperties()) -> Utterance {
        Utterance(text, kind: .person, properties: properties)
    }

    /// Creates a piece of the first page of a book.
    package static func read(
        _ text: String, index: Int = 0, _ properties: UtteranceProperties = UtteranceProperties()
    ) -> Utterance {
        Utterance(text, kind: .book(page: 0, index: index), properties: properties)
    }

    package static func make(
        _ text: String = "turn left", identity: UInt64 = 1, stage: CueStage = .now, subject: CueSubject = .maneuver,
        priority: CuePriority? = nil, validForSeconds: Double = 10
    ) -> Utterance {
        Utterance(
            Announcement(
                cue: CueReference(identity: identity, stage: stage), subject: subject, text: text,
                priority: priority ?? (stage == .now ? .now : .prepare), estimatedSeconds: 2,
                validForSeconds: validForSeconds),
            at: .noon)
    }
}

extension NavigationInfo {
    /// Creates an event of guidance with a cue.
    package static func make(
        _ maneuver: Maneuver = .turnLeft, _ stage: CueStage = .now, _ subject: CueSubject = .maneuver,
        identity: UInt64 = 1, meters: Double = 300, onto street: String = "", exit: Int? = nil,
        lanes: [Bool] = [], then next: Maneuver? = nil, seconds: Double = 0
    ) -> NavigationInfo {
        let time = Timestamp.noon.later(seconds: seconds)
        let priority: CuePriority =
            switch (subject, stage) {
            case (.destination, .now): .arrival
            case (_, .now): .now
            default: .prepare
            }
        let cue = Cue(
            identity: identity, stage: stage, subject: subject, stepNumber: 1, distanceMeters: meters,
            includesNext: next != nil, priority: priority, dueAt: time, validForSeconds: 10)
        let step = Step(
            number: 1, maneuver: maneuver, geometryIndex: 1, fullRoadName: street, simpleRoadName: street,
            roundabout: exit.map { Roundabout(exitCount: $0) },
            lanes: lanes.map { Lane(directions: [LaneDirection(shape: .straight, isRecommended: $0)]) })
        return NavigationInfo(
            state: .enroute, fix: .make(at: time), currentStep: step,
            remainingSteps: next.map { [Step(number: 2, maneuver: $0, geometryIndex: 2)] } ?? [],
            toManeuver: Remaining(distanceMeters: meters, durationSeconds: 20), cue: cue)
    }
}
