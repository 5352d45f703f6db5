import Announcements
import NavigationEvents

/// Compares the sentences of navbus with the instructions of the provider, step by step.
///
/// The provider knows the map, so its instruction is right. navbus must announce every step that the provider
/// announces, with the same kind, side, ordinal, exit number and road.
struct InstructionOracle {
    /// The maximum estimated duration of a sentence in seconds: six seconds of speech, and the pause before it.
    static let maxSeconds = 6.4
    /// The maximum length in metres of a ramp whose announcement includes the merge at its end.
    static let maxRampMeters = 2000.0
    /// The maximum estimated duration of a "now" with a name in seconds: three of speech.
    static let maxNowSeconds = 3.4
    /// Within this distance in metres and these seconds, straight on along the same road is announced once.
    static let repeatedMeters = 300.0
    static let repeatedSeconds = 30.0
    /// The seconds from the end of a "now" to the maneuver, and those of the decision which sentence fits.
    static let spareSeconds = 6.5
    /// The seconds after the departure in which the first maneuver is announced at once.
    static let firstSeconds = 15.0

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
            let step = provided.steps[index].step
            switch (meaning.kind, instruction.kind) {
            case (.ramp, .turn) where step.roadClassChange != .none: return .exception(.entersMotorway)
            case (.turn, .ramp) where provided.isValhallaInOSRMFormat && meaning.side == instruction.side:
                return .exception(.turnInFormat)
            default: break
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
        case (.depart, _) where index + 1 < provided.steps.count:
            let isDue = provided.steps[index + 1].step.durationFromPreviousSeconds < Self.firstSeconds
            return isDue ? .exception(.firstManeuverIsDue) : .fault(.silent)
        case (.leaveRoundabout, .roundabout): return .exception(.saidAtEntry)
        case (.straight, .straight) where !instruction.roads.isEmpty:
            let isNear =
                step.distanceFromPreviousMeters <= Self.repeatedMeters
                && step.durationFromPreviousSeconds <= Self.repeatedSeconds
            let isSame = provided.steps[index - 1].instruction?.roads == instruction.roads
            return isNear && isSame ? .exception(.saidBefore) : .fault(.silent)
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
        if isOntoPresentRoad(at: index, said) {
            let isAfterRamp = [.exit, .ramp].contains(kind(before: index))
            return isAfterRamp ? .exception(.numberOfRamp) : .fault(.ontoSameRoad)
        }
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
        if first == .road, index > 0, !instruction.roads.isEmpty {
            let present = provided.steps[index - 1].step.roadNames
            if instruction.roads.contains(where: present.contains) { return .exception(.presentRoad) }
        }
        if first == .name, let name = instruction.name, instruction.kind == .roundabout, !roads.isEmpty,
            said.allSatisfy({ isTooLong($0, with: name) })
        {
            return .exception(.roadInsteadOfRoundabout)
        }
        let name = roads.first ?? instruction.exitNumber ?? ""
        return hasTime(at: index, for: name, said) ? .fault(first) : .exception(.noTime)
    }

    /// Whether a sentence that says "the roundabout" would be too long with its name instead.
    private func isTooLong(_ sentence: SpokenRoute.Sentence, with name: String) -> Bool {
        let named = sentence.text.replacing("the roundabout", with: name)
        return spoken.rate.seconds(for: named) > (sentence.stage == .now ? Self.maxNowSeconds : Self.maxSeconds)
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
        // A road may have several names; those of a ramp are not the ones on its sign.
        if !roads.isEmpty, instruction.kind != .exit, instruction.kind != .ramp {
            roads += provided.steps[index].step.roadNames
        }
        switch instruction.kind {
        // The road of a departure is where one stands, and a U-turn stays on it.
        case .arrival, .uTurn, .leaveRoundabout, .stairs, .escalator, .lift, .building: return []
        default: return roads
        }
    }

    /// Whether a sentence leads "onto" a road, although the road stays the same.
    private func isOntoPresentRoad(at index: Int, _ said: [SpokenRoute.Sentence]) -> Bool {
        guard index > 0, let instruction = provided.steps[index].instruction,
            let before = provided.steps[index - 1].instruction
        else { return false }
        var present = instruction.isStaying ? instruction.roads : []
        // OSRM says it only of the type "continue"; the road before has the names of its own instruction.
        if provided.isByType, [.turn, .keep, .straight].contains(instruction.kind), before.kind != .exit,
            before.kind != .ramp
        {
            present += instruction.roads.filter { before.roads.contains($0) && !before.signs.contains($0) }
        }
        return said.contains { sentence in
            present.contains { road in
                ["onto ", "onto the "].contains { sentence.clause.hasSuffix($0 + road) }
            }
        }
    }

    /// Whether there was time for a sentence with the name before the maneuver.
    private func hasTime(at index: Int, for name: String, _ said: [SpokenRoute.Sentence]) -> Bool {
        let shortest = said.filter { !$0.isSecond }.map(\.text).min { $0.count < $1.count } ?? ""
        let seconds = spoken.rate.seconds(for: "\(shortest) onto \(name)")
        return secondsSinceSentence(before: index) > seconds + Self.spareSeconds
    }

    /// The seconds of travel from the last announced maneuver to the step.
    private func secondsSinceSentence(before index: Int) -> Double {
        var seconds = 0.0
        for one in provided.steps[...index].reversed() {
            if one.step.number != provided.steps[index].step.number, spoken.sentences[one.step.number] != nil { break }
            seconds += one.step.durationFromPreviousSeconds
        }
        return seconds
    }
}

extension Step {
    /// The names and numbers of the road after the maneuver.
    fileprivate var roadNames: [String] {
        fullRoadName.replacing(" / ", with: ";").split(separator: ";").map(String.init)
    }
}
