import Announcements
import Testing

@testable import Speech

/// The languages that come with navbus.
@Suite struct LanguageTableTests {
    private static let phrases =
        ["border", "continue", "endOfStreetMan", "ferryEnter", "ferryExit", "followRoad", "holdHalfLeft"]
        + ["holdHalfRight", "holdStraight", "motorroadEnter", "motorroadExit", "motorwayEnter", "motorwayExit"]
        + ["motorwayTurnHalfLeft", "motorwayTurnHalfRight", "motorwayTurnLeft", "motorwayTurnRight", "now"]
        + ["startAreaExit", "stopover", "straightLeft", "straightRight", "streetDirection", "streetDirectionSep"]
        + ["targetAreaEnter", "targetAreaEnterRouteList", "targetReached", "tunnelAfter", "tunnelIn", "turnAround"]
        + ["turnLeft", "turnRight", "uTurn", "distMan1", "distMan1ThenMan2", "nowMan1", "nowMan1ThenMan2"]
        + (1...12).map { "roundaboutExit\($0)" }
    private static let units = SpokenDistance.Unit.allCases.map(\.rawValue)

    private let folder = Checkout.languages

    @Test func englishAndGermanAreThere() {
        #expect(folder.tags == ["de", "en"])
    }

    @Test func everyLanguageHasEveryIdAndTheSameExtras() throws {
        let english = Set(try folder.table(for: "en").texts.keys)
        #expect(Self.phrases.count == 49)
        for tag in folder.tags {
            let table = try folder.table(for: tag)
            for id in Self.phrases + Self.units { #expect(table.text(for: "guidance_" + id) != nil, "\(tag): \(id)") }
            #expect(table.text(for: "route_calc_failed") != nil && table.text(for: "route_calc_progress_title") != nil)
            #expect(Set(table.texts.keys).symmetricDifference(english).isEmpty, "\(tag)")
            #expect(table.texts.values.allSatisfy { !$0.isEmpty })
        }
    }

    @Test func everyFieldOfEveryGrammarIsKnown() throws {
        for tag in folder.tags {
            for (id, text) in try folder.table(for: tag).texts where text.contains("|") {
                let capitals = text.split { !($0.isUppercase && $0.isASCII || $0.isNumber) }.filter { $0.count > 3 }
                let fields = Set(Grammar.Field.allCases.map(\.rawValue))
                #expect(capitals.allSatisfy { fields.contains(String($0)) }, "\(tag): \(id)")
            }
        }
    }
}
