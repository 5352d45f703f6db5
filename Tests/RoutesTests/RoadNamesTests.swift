import Testing

@testable import Routes

@Suite("Names of roads")
struct RoadNamesTests {
    /// Names and numbers of a document, and the names of the road.
    struct Case: CustomTestStringConvertible {
        var names: [String]
        var numbers: [String]
        var road: [String]
        var testDescription: String { "\(names) \(numbers)" }
    }

    static let cases = [
        Case(names: ["Mill Lane (UT 199)"], numbers: ["UT 199"], road: ["Mill Lane", "UT 199"]),
        Case(names: ["Mill Lane (UT-199)", "UT 199"], numbers: [], road: ["Mill Lane", "UT 199"]),
        Case(names: ["Mill Lane (UT 199)"], numbers: [], road: ["Mill Lane", "UT 199"]),
        Case(names: ["B 4 (Mill Lane)", "Mill Lane"], numbers: [], road: ["B 4", "Mill Lane"]),
        Case(names: ["Mill Lane (old road)"], numbers: ["B 4"], road: ["Mill Lane (old road)", "B 4"]),
        Case(names: ["A1(M)"], numbers: ["A1(M)"], road: ["A1(M)"]),
        Case(names: ["B4"], numbers: ["B 4"], road: ["B4"]),
        Case(names: [" Mill Lane "], numbers: ["B 4", "E 9"], road: ["Mill Lane", "B 4", "E 9"]),
        Case(names: ["(B 4)"], numbers: [], road: ["(B 4)"]),
        Case(names: [""], numbers: [""], road: []),
    ]

    @Test(arguments: cases) func `a road has each name and number once`(example: Case) {
        #expect(RoadNames.road(names: example.names, numbers: example.numbers) == example.road)
    }

    @Test func `on motorways the numbers come first`() {
        #expect(RoadNames.road(names: ["Ring (A 7)"], numbers: ["A 7"], numbersFirst: true) == ["A 7", "Ring"])
    }

    @Test(
        arguments: [
            (["Mill Lane", "B 4"], ["Harbour Road", "B 4"], true), (["CG-1"], ["CG 1"], true),
            (["I 95 North"], ["I 95 South"], true), (["Mill Lane North"], ["Mill Lane South"], false),
            (["Mill Lane"], ["mill lane"], true), (["B 4"], ["B 40"], false), ([], [], false), (["B 4"], [], false),
        ])
    func `roads with a common name or number are recognized`(some: [String], others: [String], isShared: Bool) {
        #expect(RoadNames.shareName(some, others) == isShared)
    }
}
