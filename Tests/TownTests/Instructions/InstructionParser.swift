/// Reads the English instructions of Valhalla, Mapbox and GraphHopper.
///
/// The parser knows all sentences that these engines write for cars, bicycles and walkers. A sentence that it cannot
/// read completely has no meaning: the oracle reports it.
struct InstructionParser {
    private var text: PhraseScanner
    private let all: String
    /// Whether the instruction is the first one of a leg.
    private let isFirst: Bool

    /// Returns the meaning of an instruction; `nil` if it is not understood.
    ///
    /// - Parameters:
    ///   - sentence: the instruction, in English.
    ///   - isFirst: whether it is the first one of a leg. "Drive north" in the middle of a leg leaves a ferry.
    static func instruction(_ sentence: String, isFirst: Bool = false) -> Instruction? {
        var parser = InstructionParser(sentence, isFirst: isFirst)
        guard var found = parser.read(), parser.text.isAtEnd else { return nil }
        found.roads = names(in: found.roads)
        found.signs = names(in: found.signs)
        return found
    }

    private init(_ sentence: String, isFirst: Bool) {
        all = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        text = PhraseScanner(all)
        self.isFirst = isFirst
    }

    private mutating func read() -> Instruction? {
        if let found = readArrival() { return found }
        if text.take(anyOf: ["Head ", "Drive ", "Walk ", "Bike "]) { return readDeparture() }
        if text.take("Turn slight ") || text.take("Turn sharp ") || text.take("Turn ") || text.take("Bear ")
            || text.take("Make a sharp ")
        {
            return readTurn()
        }
        if text.take("Make a ") { return readUTurn() }
        if text.take("Keep ") { return readKeep() }
        if text.take("Stay straight to take ") { return readTaken(Instruction(kind: .ramp, side: .ahead)) }
        if text.take("Merge") { return readTail(Instruction(kind: .merge, side: text.side(after: " "))) }
        if text.take("Take ") { return readTaken(Instruction(kind: .exit)) }
        if text.take("Enter ") { return readEntry() }
        if text.take(anyOf: ["Exit the roundabout", "Leave the roundabout"]) {
            return readTail(Instruction(kind: .leaveRoundabout))
        }
        if text.take("Exit the building") { return readBuilding() }
        if text.take("At roundabout, take exit ") || text.take("At roundabout, take exit number ") {
            return readTail(Instruction(kind: .roundabout, ordinal: text.number()))
        }
        if let ordinal = text.ordinal() {
            return text.take(" exit") ? readTail(Instruction(kind: .roundabout, ordinal: ordinal)) : nil
        }
        return readContinuation()
    }
}

extension InstructionParser {
    private static let compassPoints = [
        "northeast", "northwest", "southeast", "southwest", "north", "east", "south", "west",
    ]

    private mutating func readDeparture() -> Instruction? {
        guard text.take(anyOf: Self.compassPoints) else { return nil }
        var found = Instruction(kind: isFirst ? .depart : .leaveFerry)
        if text.take(" on ") { found.roads = [text.takeRoad()] }
        return readTail(found)
    }

    private mutating func readTurn() -> Instruction? {
        guard let side = text.side() else { return nil }
        if text.take(" to take ") { return readTaken(Instruction(kind: .ramp, side: side)) }
        return readTail(Instruction(kind: .turn, side: side))
    }

    private mutating func readUTurn() -> Instruction? {
        _ = text.take("left ") || text.take("right ")
        guard text.take("U-turn") else { return nil }
        return readTail(Instruction(kind: .uTurn))
    }

    private mutating func readKeep() -> Instruction? {
        guard let side = text.side() ?? (text.take("straight") ? .ahead : nil) else { return nil }
        var found = Instruction(kind: side == .ahead ? .straight : .keep, side: side)
        if text.take(" at the fork") { return readTail(found) }
        if text.take(" to take exit ") {
            found.exitNumber = text.take(before: [" onto ", " to stay on ", " toward "])
            found.alsoKinds = [.exit]
        } else if text.take(" to take ") || text.take(" and take ") {
            found.roads = [text.take(before: [" toward "])]
        }
        return readTail(found)
    }

    /// Reads what follows "take": an exit, a ramp, a ferry, stairs.
    private mutating func readTaken(_ start: Instruction) -> Instruction? {
        var found = start
        let passages: [(String, Instruction.Kind)] = [
            ("the stairs", .stairs), ("the escalator", .escalator), ("the elevator", .lift),
        ]
        for (words, kind) in passages where text.take(words) {
            found.kind = kind
            if text.take(" to ") { found.name = text.takeAll() }
            return found
        }
        if found.kind == .exit, text.take("exit ") {
            found.exitNumber = text.take(before: [" on the ", " onto ", " toward "])
            return readSideAndTail(found)
        }
        guard text.take("the ") else { return nil }
        if found.kind == .exit, let ordinal = text.ordinal(), text.take(" exit") {
            return readTail(Instruction(kind: .roundabout, ordinal: ordinal))
        }
        for (noun, kind) in [("exit", found.kind == .exit ? Instruction.Kind.exit : .ramp), ("ramp", .ramp)] {
            guard let branch = text.take(beforeNoun: noun) else { continue }
            found.kind = kind
            if !branch.isEmpty { found.roads = [branch] }
            return readSideAndTail(found)
        }
        return found.kind == .exit ? readFerry() : nil
    }

    private mutating func readFerry() -> Instruction {
        var found = Instruction(kind: .ferry)
        let name = text.take(before: [" toward "])
        for ending in ["ferry", "Ferry"] where name.hasSuffix(ending) {
            let rest = name.dropLast(ending.count)
            found.name = rest.isEmpty ? nil : String(rest.last == " " ? rest.dropLast() : rest)
            return readTail(found) ?? found
        }
        found.name = name
        return readTail(found) ?? found
    }

    private mutating func readSideAndTail(_ start: Instruction) -> Instruction? {
        var found = start
        if text.take(" on the ") { found.side = text.side() }
        return readTail(found)
    }

    private mutating func readEntry() -> Instruction? {
        if text.take("the building") { return readBuilding() }
        var found = Instruction(kind: .roundabout)
        let name = text.take(before: [" and take the ", " and exit"])
        if !["the roundabout", "roundabout", "the rotary"].contains(name) { found.name = name }
        if text.take(" and exit") { return readTail(found) }
        guard text.take(" and take the ") else { return found }
        found.ordinal = text.ordinal()
        if found.ordinal != nil { _ = text.take(" ") }
        return text.take("exit") ? readTail(found) : nil
    }

    private mutating func readBuilding() -> Instruction {
        var found = Instruction(kind: .building)
        if text.take(", and continue on ") { found.roads = [text.takeRoad()] }
        return found
    }

    private mutating func readArrival() -> Instruction? {
        if text.take("You have arrived") || text.take("Arrive") || text.take("Waypoint ") {
            let rest = text.takeAll()
            let side: Instruction.Side? =
                rest.hasSuffix("on the left") ? .left : rest.hasSuffix("on the right") ? .right : nil
            return Instruction(kind: .arrival, side: side)
        }
        for (ending, side) in [(" is on the left", Instruction.Side.left), (" is on the right", .right)]
        where all.hasSuffix(ending) {
            _ = text.takeAll()
            return Instruction(kind: .arrival, side: side)
        }
        return nil
    }

    private mutating func readContinuation() -> Instruction? {
        var found = Instruction(kind: .straight, side: .ahead, isWithoutChoice: true)
        if text.take("Continue to ") { return Instruction(kind: .lift, name: text.takeAll()) }
        if text.take("Continue straight") || text.take("Continue") {
            if text.take(" on ") { found.roads = [text.takeRoad()] }
            return readTail(found)
        }
        if let end = all.firstRange(of: " becomes ") {
            found.roads = [String(all[end.upperBound...])]
            _ = text.takeAll()
            return found
        }
        return nil
    }

    /// Reads the road, the junction and the sign at the end of an instruction.
    private mutating func readTail(_ start: Instruction?) -> Instruction? {
        guard var found = start else { return nil }
        if text.take(" at ") { _ = text.take(before: [" onto ", " to stay on ", " toward "]) }
        if text.take(" onto ") {
            found.roads.append(text.takeRoad())
        } else if text.take(" to stay on ") {
            found.roads.append(text.takeRoad())
            found.isStaying = true
        } else if text.take(" and take ") {
            found.roads.append(text.takeRoad())
        }
        if text.take(". Continue on ") { found.roads.append(text.takeRoad()) }
        if text.take(" toward ") || text.take(" towards ") { found.signs.append(text.takeAll()) }
        return found
    }

    /// The words for ways without a name.
    private static let unnamed: Set<String> = [
        "the walkway", "the cycleway", "the mountain bike trail", "the crosswalk", "the stairs", "the bridge",
        "the tunnel",
    ]

    /// The names in a list that slashes separate, and the list itself, since a slash may be part of a name.
    private static func names(in lists: [String]) -> [String] {
        let names = lists.filter { !$0.isEmpty && !unnamed.contains($0) }
        return names + names.flatMap { $0.split(separator: "/").map(String.init) }.filter { !names.contains($0) }
    }
}
