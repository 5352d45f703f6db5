import Announcements
import NavigationEvents

/// Compares the sentences of navbus with the instructions of the provider, step by step.
///
/// The provider knows the map, so its instruction is right. navbus must announce every step that the provider
/// announces, with the same kind, side, ordinal, exit number and road.
struct InstructionOracle {
    /// The maximum duration of a sentence in seconds.
    static let maxSeconds = 6.0
    /// The maximum length in metres of a ramp whose announcement includes the merge at its end.
    static let maxRampMeters = 2000.0
    /// The time in seconds before a maneuver in which a sentence with names does not fit.
    static let hurrySeconds = 8.0

    private let provided: ProvidedRoute
    private let spoken: SpokenRoute

    init(_ provided: ProvidedRoute, spoken: SpokenRoute) {
        self.provided = provided
        self.spoken = spoken
    }

    /// Returns the verdicts on all steps, and on the lengths of all sentences.
    func verdicts() -> [Verdict] {
        var verdicts: [Verdict] = []
        for (index, one) in provided.steps.enumerated() {
            let said = spoken.sentences[one.step.number] ?? []
            guard let instruction = one.instruction else {
                verdicts.append(Verdict(kind: nil, .fault(.notUnderstood), one.words, said))
                continue
            }
            verdicts.append(Verdict(kind: instruction.kind, outcome(at: index, instruction, said), one.words, said))
        }
        let all = spoken.sentences.values.flatMap { $0 } + spoken.others
        verdicts += all.filter { $0.seconds > Self.maxSeconds && !$0.isSecond }.map {
            Verdict(kind: nil, .fault(.long), "at most \(Self.maxSeconds) s", [$0])
        }
        return verdicts
    }

    private func outcome(
        at index: Int, _ instruction: Instruction, _ said: [SpokenRoute.Sentence]
    ) -> Verdict.Outcome {
        guard !said.isEmpty else { return silence(at: index, instruction) }
        for sentence in said {
            guard let meaning = sentence.meaning else { return .fault(.unclear) }
            if meaning.kind == .ramp, instruction.kind == .turn, provided.steps[index].step.roadClassChange != .none {
                return .exception(.entersMotorway)
            }
            if let fault = fault(meaning, instead: instruction, at: index) { return .fault(fault) }
        }
        return names(at: index, instruction, said)
    }

    /// The rules by which a step needs no announcement.
    private func silence(at index: Int, _ instruction: Instruction) -> Verdict.Outcome {
        let before = kind(before: index)
        let step = provided.steps[index].step
        if instruction.isWithoutChoice { return .exception(.noChoice) }
        switch (instruction.kind, before) {
        case (.leaveRoundabout, .roundabout): return .exception(.saidAtEntry)
        case (.merge, .ramp), (.merge, .exit), (.merge, .keep), (.merge, .straight):
            let isNear = step.distanceFromPreviousMeters <= Self.maxRampMeters
            return isNear ? .exception(.rampLeadsThere) : .fault(.silent)
        default: return .fault(.silent)
        }
    }

    private func fault(_ said: Instruction, instead expected: Instruction, at index: Int) -> Verdict.Fault? {
        let leavesFerry = said.kind == .leaveFerry && kind(before: index) == .ferry
        guard said.kind == expected.kind || expected.alsoKinds.contains(said.kind) || leavesFerry else { return .kind }
        if let side = said.side, let right = expected.side, side != right { return .side }
        if expected.kind == .turn || expected.kind == .keep || expected.kind == .ramp {
            if expected.side != nil, expected.side != .ahead, said.side == nil { return .sideMissing }
        }
        if expected.kind == .roundabout, let ordinal = expected.ordinal, said.ordinal != ordinal { return .ordinal }
        return nil
    }

    private func kind(before index: Int) -> Instruction.Kind? {
        index > 0 ? provided.steps[index - 1].instruction?.kind : nil
    }

    /// Compares numbers and names: each must be in one of the sentences.
    private func names(
        at index: Int, _ instruction: Instruction, _ said: [SpokenRoute.Sentence]
    ) -> Verdict.Outcome {
        if isOntoPresentRoad(at: index, said) { return .fault(.ontoSameRoad) }
        var missing: [Verdict.Fault] = []
        func isSaid(_ names: [String], in sentences: [SpokenRoute.Sentence]) -> Bool {
            names.contains { name in sentences.contains { Instruction.names(name, in: $0.clause) } }
        }
        if instruction.kind == .arrival, instruction.side != nil, !said.contains(where: { $0.meaning?.side != nil }) {
            missing.append(.sideMissing)
        }
        if let number = instruction.exitNumber?.split(separator: " ").first.map(String.init),
            !isSaid(["exit" + number], in: said)
        {
            missing.append(.exitNumber)
        }
        let roads = roads(at: index, instruction)
        if !roads.isEmpty, !isSaid(roads, in: said) { missing.append(.road) }
        if let name = instruction.name, !name.isEmpty, !isSaid([name], in: said) { missing.append(.name) }
        if missing.isEmpty, instruction.kind == .exit || instruction.kind == .ramp {
            let own = roads + instruction.signs + (instruction.exitNumber.map { ["exit" + $0] } ?? [])
            let now = said.filter { $0.stage == .now }
            if !own.isEmpty, !now.isEmpty, !isSaid(own, in: now) { missing.append(.nowWithoutName) }
        }
        guard let first = missing.first else { return .agrees }
        return hasTime(at: index) ? .fault(first) : .exception(.noTime)
    }

    /// The names of which one must be said: the road, otherwise the sign. The exit from a roundabout is announced at
    /// the entry.
    private func roads(at index: Int, _ instruction: Instruction) -> [String] {
        // A provider that names only the sign leaves out the road.
        var roads = instruction.roads
        if roads.isEmpty, !instruction.signs.isEmpty {
            roads = instruction.signs + provided.steps[index].step.roadNames
        }
        let next = index + 1
        if instruction.kind == .roundabout, roads.isEmpty, next < provided.steps.count,
            let exit = provided.steps[next].instruction, exit.kind == .leaveRoundabout
        {
            roads = exit.roads + exit.signs
        }
        switch instruction.kind {
        // The road of a departure is where one stands, and a U-turn stays on it.
        case .arrival, .uTurn, .leaveRoundabout, .stairs, .escalator, .lift, .building: return []
        default: return roads
        }
    }

    /// Whether a sentence leads onto the road on which one is.
    private func isOntoPresentRoad(at index: Int, _ said: [SpokenRoute.Sentence]) -> Bool {
        guard index > 0, ![.depart, .roundabout].contains(provided.steps[index].instruction?.kind) else { return false }
        let present = provided.steps[index - 1].step.simpleRoadName
        guard !present.isEmpty, provided.steps[index].step.simpleRoadName == present else { return false }
        return said.contains { sentence in
            ["onto ", "onto the "].contains { sentence.clause.contains($0 + present) }
        }
    }

    /// Whether there was time for a sentence with names before the maneuver.
    private func hasTime(at index: Int) -> Bool {
        provided.steps[index].step.durationFromPreviousSeconds > Self.hurrySeconds
    }
}

extension Step {
    /// The names and numbers of the road after the maneuver.
    fileprivate var roadNames: [String] {
        fullRoadName.replacing(" / ", with: ";").split(separator: ";").map(String.init)
    }
}
