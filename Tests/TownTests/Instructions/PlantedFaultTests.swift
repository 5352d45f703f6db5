import Announcements
import Testing

/// Tables with wrong words, which the oracle must report.
@Suite("The oracle of instructions finds planted faults")
struct PlantedFaultTests {
    /// A wrong word, and the fault that it must cause.
    struct Plant: Sendable, CustomTestStringConvertible {
        var fixture: String
        var word: String
        var wrong: String
        var fault: Verdict.Fault

        var testDescription: String { "\(word) is \(wrong) in \(fixture)" }
    }

    /// A route with a turn to the right.
    private static let turn = "osrm/a-street-before-the-turn-one-closed-one-left"

    private static let plants = [
        Plant(fixture: turn, word: "right", wrong: "left", fault: .side),
        Plant(
            fixture: "valhalla/roundabout-third-exit-keeping-right", word: "third", wrong: "second", fault: .ordinal),
        Plant(fixture: turn, word: "turn", wrong: "keep", fault: .kind),
        Plant(fixture: turn, word: "turn", wrong: "fly", fault: .unclear),
    ]

    @Test(arguments: plants) func `a wrong word is a fault`(_ plant: Plant) throws {
        let table = try OracleRun.table("en-US")
        let wrong = StringTable(texts: table.texts.mapValues { $0.replacing(plant.word, with: plant.wrong) })
        var result = OracleTable()
        try OracleRun.judge(OracleRun.fixture(plant.fixture), tables: [("en-US", wrong)], in: &result)
        #expect((result.faultCounts[plant.fault] ?? 0) > 0, "\(result.text)")
    }

    @Test(arguments: [
        ("Turn left onto Main Street/US 1. Continue on US 1.", "turn left [Main Street/US 1, US 1, Main Street]"),
        ("Take exit 67 B-A on the right onto US 322 West toward Lewistown/State College.", "exit right 67 B-A"),
        ("Keep left to take exit 3 to stay on A 7 toward Kiel.", "keep left 3 [A 7] staying"),
        ("Turn right to take the Neckarstaden ramp.", "ramp right [Neckarstaden]"),
        ("Stay straight to take the ramp.", "ramp ahead"),
        ("Take the White Marsh Boulevard exit on the left.", "exit left [White Marsh Boulevard]"),
        ("Enter Eastgate and take the 4th exit onto A61/Regent Street.", "roundabout 4 Eastgate"),
        ("Enter the roundabout.", "roundabout"),
        ("Take the Bridgeport - Port Jefferson Ferry.", "ferry Bridgeport - Port Jefferson"),
        ("Take the elevator to Level 2.", "lift Level 2"),
        ("Make a left U-turn at Elm Street to stay on Oak Road.", "uTurn [Oak Road] staying"),
        ("Vine Street becomes Middletown Road.", "straight ahead [Middletown Road]"),
        ("Lancaster Brewing Company is on the left.", "arrival left"),
        ("Jump over the fence.", "nil"),
    ])
    func `instructions of providers are read completely or not at all`(sentence: String, meaning: String) {
        let found = InstructionParser.instruction(sentence)
        let summary = found?.summary ?? "nil"
        #expect(summary.hasPrefix(meaning), "\(summary)")
    }
}

extension Instruction {
    /// The meaning in a line.
    fileprivate var summary: String {
        let numbers = [ordinal.map { "\($0)" }, exitNumber, name].compactMap(\.self)
        let parts = [kind.rawValue, side?.rawValue].compactMap(\.self) + numbers
        let names = roads.isEmpty ? [] : ["[\(roads.joined(separator: ", "))]"]
        return (parts + names + (isStaying ? ["staying"] : [])).joined(separator: " ")
    }
}
