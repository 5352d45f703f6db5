import NavigationEvents
import Testing

@testable import Lanes

@Suite struct LaneJSONTests {
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
