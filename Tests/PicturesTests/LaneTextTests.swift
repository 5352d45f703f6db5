import NavigationEvents
import Testing

@testable import Pictures

@Suite struct LaneTextTests {
    @Test func theExampleOfTheVocabularyIsALine() {
        #expect(LaneLine(lanes: .vocabularyExample).text == "[↰] [↰] ↑ ↑↱")
    }

    @Test func theRecommendationBelongsToTheDirection() {
        let lanes: [Lane] = [.make(.straight, .normalRight, recommended: [.normalRight]), .make(.sharpRight)]
        #expect(LaneLine(lanes: lanes).text == "↑[↱] ↘")
    }

    @Test func everyShapeHasItsOwnArrowAndItsOwnName() {
        #expect(Set(LaneShape.allCases.map(\.glyph)).count == LaneShape.allCases.count)
        for shape in LaneShape.allCases { #expect(shape.name == "\(shape)") }
    }
}
