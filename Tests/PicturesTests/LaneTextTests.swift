import TestSupport
import NavigationEvents
import Testing

@testable import Pictures

@Suite struct LaneTextTests {
    @Test func `the example of the contract gives its line`() {
        #expect(LaneLine(lanes: .vocabularyExample).text == "[↰] [↰] ↑ ↑↱")
    }

    @Test func `brackets mark directions, not lanes`() {
        let lanes: [Lane] = [.make(.straight, .normalRight, recommended: [.normalRight]), .make(.sharpRight)]
        #expect(LaneLine(lanes: lanes).text == "↑[↱] ↘")
    }

    @Test func `all shapes have distinct arrows and names`() {
        #expect(Set(LaneShape.allCases.map(\.glyph)).count == LaneShape.allCases.count)
        for shape in LaneShape.allCases { #expect(shape.name == "\(shape)") }
    }

    @Test func `a lane without directions is a dash`() {
        #expect(LaneLine(lanes: [Lane(directions: []), .make(.straight)]).text == "– ↑")
        #expect(LaneLine(lanes: []).text.isEmpty)
    }

    @Test func `of many lanes those around the recommended ones are listed`() {
        var lanes = [Lane](repeating: .make(.straight), count: 200)
        lanes[0] = .make(.normalLeft, recommended: [.normalLeft])
        #expect(LaneLine(lanes: lanes).text == "[↰]" + String(repeating: " ↑", count: 15) + " …")
        #expect(
            LaneWords(lanes: lanes).text
                == "200 lanes: recommended left, 15 times straight, 184 more on the right")
    }

    @Test func `the window centres the recommended lanes`() {
        var lanes = [Lane](repeating: .make(.straight), count: 60)
        for index in [3, 40, 41] { lanes[index] = .make(.straight, recommended: [.straight]) }
        let row = LaneRow(lanes)
        #expect((row.hiddenLeft, row.lanes.count, row.hiddenRight) == (33, 16, 11))
        let none = LaneRow([Lane](repeating: .make(.straight), count: 20))
        #expect((none.hiddenLeft, none.lanes.count, none.hiddenRight) == (2, 16, 2))
    }

    @Test func `the words describe every lane`() {
        #expect(
            LaneWords(lanes: .vocabularyExample).text
                == "4 lanes: recommended left, recommended left, straight, straight or right")
        let advised: [Lane] = [.make(.straight, .normalRight, recommended: [.normalRight])]
        #expect(LaneWords(lanes: advised).text == "1 lane: straight or recommended right")
        #expect(LaneWords(lanes: [Lane(directions: [])]).text == "1 lane: unmarked")
        #expect(LaneWords(lanes: [.make(.unknown)]).text == "1 lane: unknown")
        #expect(LaneWords(lanes: []).text.isEmpty)
    }

    @Test func `equal neighbouring lanes are counted`() {
        let lanes = [Lane](repeating: .make(.straight, recommended: [.straight]), count: 3) + [.make(.slightRight)]
        #expect(LaneWords(lanes: lanes).text == "4 lanes: 3 times recommended straight, slight right")
    }
}
