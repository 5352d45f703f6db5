import NavigationEvents
import Testing

@Suite("Numbers of roads")
struct RoadNumberTests {
    @Test(arguments: [
        "A 5", "A61", "CG-1", "US 101 South", "I-95 Northbound", "D 952", "BR-116", "E 18", "B 3a", "М-11", "SP 12345",
    ])
    func `a number of a road is recognized`(text: String) { #expect(RoadNumber.isNumber(text)) }

    @Test(arguments: [
        "", "Mill Lane", "5th Avenue", "München 2", "Level 42", "North", "A", "2", "Route 66", "A1(M)", "A 5 Bypass",
        "B 123456",
    ])
    func `a name is no number`(text: String) { #expect(!RoadNumber.isNumber(text)) }

    @Test func `the parts are letters, number and rest`() throws {
        let number = try #require(RoadNumber("US-101A South"))
        #expect((number.letters, number.number, number.rest) == ("US", "101A", "South"))
        #expect(try #require(RoadNumber("I 95 Express")).rest == "Express")
    }
}
