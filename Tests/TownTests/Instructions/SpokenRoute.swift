import Announcements
import Guidance
import NavigationEvents
import Positions

/// All sentences of a simulated drive along a route, by their steps.
struct SpokenRoute {
    /// A sentence, or the part of it that is about one step.
    struct Sentence {
        /// The whole sentence.
        var text: String
        /// The part that is about the step.
        var clause: String
        /// The meaning of that part; `nil` if no phrase of the language occurs in it.
        var meaning: Instruction?
        var stage: CueStage
        /// Whether the step is announced after "then".
        var isSecond: Bool
        /// The estimated duration of the whole sentence.
        var seconds: Double
    }

    /// Names as the route writes them: their pronunciation is not the matter of this test.
    private struct UnchangedNames: NameNormalizer {
        func spoken(_ name: String) -> String { name }
    }

    /// The sentences about each step, by its number.
    private(set) var sentences: [Int: [Sentence]] = [:]
    /// The sentences about no step, such as "continue for 5 kilometers".
    private(set) var others: [Sentence] = []

    /// Drives along the route at the speeds of the route, and collects what a table says.
    init(_ route: Route, moments: [NavigationInfo], table: StringTable, phrases: SpokenPhrases) throws {
        var generator = AnnouncementGenerator(strings: table, names: UnchangedNames())
        generator.navigationStarted(route)
        let steps = route.legs.flatMap(\.steps)
        for info in moments {
            guard let cue = info.cue, let announcement = try generator.announcement(for: info) else { continue }
            add(announcement, of: cue, steps: steps, phrases)
        }
    }

    /// Returns the events of a drive that carry a cue.
    static func moments(of route: Route) throws -> [NavigationInfo] {
        var guidance = GuidanceState()
        _ = try guidance.start(route)
        var filter = PositionFilter(mode: route.travelMode)
        var moments: [NavigationInfo] = []
        for raw in SimulatedDrive(route: route).fixes() {
            guard case .accepted(let fix) = filter.accept(raw) else { continue }
            for case .navigation(let info) in guidance.update(fix) where info.cue != nil {
                if info.cue?.reference != moments.last?.cue?.reference { moments.append(info) }
            }
        }
        return moments
    }

    private mutating func add(
        _ announcement: Announcement, of cue: Cue, steps: [Step], _ phrases: SpokenPhrases
    ) {
        let text = announcement.text
        let clauses = Self.clauses(of: String(text.dropLast(announcement.laneText.count)))
        func sentence(_ clause: String, isSecond: Bool) -> Sentence {
            Sentence(
                text: text, clause: clause, meaning: phrases.meaning(of: clause), stage: cue.stage,
                isSecond: isSecond, seconds: announcement.estimatedSeconds)
        }
        let first = sentence(clauses.first ?? "", isSecond: false)
        guard cue.subject == .maneuver || cue.subject == .destination || cue.subject == .stopover else {
            others.append(first)
            return
        }
        sentences[cue.stepNumber, default: []].append(first)
        // The exit from a roundabout belongs to the maneuver before it.
        let next = steps.first { $0.number > cue.stepNumber && !$0.maneuver.isRoundaboutExit }
        if clauses.count > 1, let next {
            sentences[next.number, default: []].append(sentence(clauses[1], isSecond: true))
        }
    }

    /// The parts before and after "then".
    private static func clauses(of text: String) -> [String] {
        guard let then = text.firstRange(of: ", then ") else { return [text] }
        return [String(text[..<then.lowerBound]), String(text[then.upperBound...])]
    }
}

extension Maneuver {
    /// Whether the maneuver leaves a roundabout.
    var isRoundaboutExit: Bool { self == .roundaboutExitClockwise || self == .roundaboutExitCounterclockwise }
}
