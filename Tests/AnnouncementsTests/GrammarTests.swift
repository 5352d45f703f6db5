import Testing

@testable import Announcements

@Suite struct GrammarTests {
    @Test func literalTextBeforeTheFirstBarIsNoField() {
        #expect(Grammar("DISTANCE").pieces == [Grammar.Piece(field: nil, literal: "DISTANCE")])
    }
}
