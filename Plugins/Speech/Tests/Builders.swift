import Announcements
import Glibc
import NavigationControl
import NavigationEvents
import Platform
import Synchronization
import TestSupport

@testable import Speech

extension Timestamp {
    static let noon = Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000)

    func later(seconds: Double) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: nanosecondsSinceEpoch + Int64(seconds * 1e9))
    }
}

extension Fix {
    static func make(at time: Timestamp = .noon) -> Fix {
        Fix(time: time, position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69))
    }
}

extension Utterance {
    /// Creates the utterance of a person.
    static func spoken(_ text: String, _ properties: UtteranceProperties = UtteranceProperties()) -> Utterance {
        Utterance(text, kind: .person, properties: properties)
    }

    /// Creates a piece of the first page of a book.
    static func read(
        _ text: String, index: Int = 0, _ properties: UtteranceProperties = UtteranceProperties()
    ) -> Utterance {
        Utterance(text, kind: .book(page: 0, index: index), properties: properties)
    }

    static func make(
        _ text: String = "turn left", identity: UInt64 = 1, stage: CueStage = .now, subject: CueSubject = .maneuver,
        priority: CuePriority? = nil, validForSeconds: Double = 10
    ) -> Utterance {
        Utterance(
            Announcement(
                cue: CueReference(identity: identity, stage: stage), subject: subject, text: text,
                priority: priority ?? (stage == .now ? .now : .prepare), validForSeconds: validForSeconds),
            at: .noon)
    }
}

extension NavigationInfo {
    /// Creates an event of guidance with a cue.
    static func make(
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

/// Records the output, the complaints and the reports of a voice. Safe on any thread.
final class OutputLog: Sendable {
    struct Notes {
        var shown: [String] = []
        var complaints: [String] = []
        var reports: [ControlReport] = []
    }

    private let state = Mutex(Notes())

    var notes: Notes { state.withLock { $0 } }

    /// Returns the texts of the reports of one kind, in order.
    func texts(_ kind: ReportKind) -> [String] { notes.reports.filter { $0.kind == kind }.map(\.text) }

    /// Returns the texts of the reports of one kind and effect, in order.
    func texts(_ effect: String, _ kind: ReportKind) -> [String] {
        notes.reports.filter { $0.kind == kind && $0.effect == effect }.map(\.text)
    }

    var reporter: Reporter {
        Reporter(control: "speech") { [self] report in
            state.withLock { state in
                state.reports.append(report)
                // The kit also prints failures and warnings.
                if report.kind == .failed || report.kind == .warning { state.complaints.append(report.text) }
            }
        }
    }

    var dependencies: Voice.Dependencies {
        Voice.Dependencies(
            reporter: reporter, show: { self.show($0) }, complain: { self.complain($0) })
    }

    func show(_ line: String) { state.withLock { $0.shown.append(line) } }
    func complain(_ line: String) { state.withLock { $0.complaints.append(line) } }

    /// Waits until a condition holds; `false` after ten seconds.
    func sees(_ condition: (Notes) -> Bool) -> Bool { eventually { condition(notes) } }
}

/// The checkout from which the tests were built.
enum Checkout {
    static let path = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    static let languages = LanguageFolder(path: path + "/Plugins/Speech/Languages")
}
