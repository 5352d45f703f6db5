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
    /// The speed of the voice.
    let rate: SpeakingRate

    /// Drives along the route at the speeds of the route, and collects what a table says.
    init(_ route: Route, moments: [NavigationInfo], table: StringTable) throws {
        let phrases = SpokenPhrases(table)
        rate = SpeakingRate(table)
        var generator = AnnouncementGenerator(strings: table, names: UnchangedNames())
        generator.navigationStarted(route)
        let departures = route.legs.compactMap(\.steps.first?.number)
        var seconds: [(after: Int, sentence: Sentence)] = []
        for info in moments {
            guard let cue = info.cue, let announcement = try generator.announcement(for: info) else { continue }
            let clauses = clauses(of: announcement, at: cue.stage, phrases)
            switch cue.subject {
            case .maneuver, .destination, .stopover:
                sentences[cue.stepNumber, default: []].append(clauses[0])
                if clauses.count > 1 { seconds.append((cue.stepNumber, clauses[1])) }
            case .start:
                // The step of the cue is the first maneuver after the departure.
                let departure = departures.last { $0 < cue.stepNumber } ?? cue.stepNumber
                sentences[departure, default: []].append(clauses[0])
                if clauses.count > 1 { sentences[cue.stepNumber, default: []].append(clauses[1]) }
            default: others.append(clauses[0])
            }
        }
        let steps = route.legs.flatMap(\.steps)
        for (number, sentence) in seconds {
            let first = steps.first { $0.number == number }
            let next = steps.first { $0.number > number && !$0.isPassedSilently(after: first) }
            if let next { sentences[next.number, default: []].insert(sentence, at: 0) }
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

    /// The parts of an announcement that are about one step each.
    private func clauses(
        of announcement: Announcement, at stage: CueStage, _ phrases: SpokenPhrases
    ) -> [Sentence] {
        let text = announcement.text
        return Self.clauses(of: String(text.dropLast(announcement.laneText.count))).enumerated().map { index, clause in
            Sentence(
                text: text, clause: clause, meaning: phrases.meaning(of: clause), stage: stage,
                isSecond: index > 0, seconds: announcement.estimatedSeconds)
        }
    }

    /// The parts before and after "then".
    private static func clauses(of text: String) -> [String] {
        guard let then = text.firstRange(of: ", then ") else { return [text] }
        return [String(text[..<then.lowerBound]), String(text[then.upperBound...])]
    }
}
