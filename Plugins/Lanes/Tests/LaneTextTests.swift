import NavigationEvents
import Testing

@testable import Lanes

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

    @Test func theExampleOfTheVocabularyIsJSONOfExactlyItsContent() {
        #expect(
            LaneJSON(lanes: .vocabularyExample).text == """
                { "lanes": [
                    { "directions": [{ "shape": "normalLeft", "recommended": true }] },
                    { "directions": [{ "shape": "normalLeft", "recommended": true }] },
                    { "directions": [{ "shape": "straight", "recommended": false }] },
                    { "directions": [{ "shape": "straight", "recommended": false }, \
                { "shape": "normalRight", "recommended": false }] }
                ] }

                """)
    }

    @Test func noLanesAreAnEmptyList() {
        #expect(LaneJSON(lanes: []).text == "{ \"lanes\": [] }\n")
    }
}
