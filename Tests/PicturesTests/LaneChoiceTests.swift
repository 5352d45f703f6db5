import TestSupport
import NavigationEvents
import Testing

@testable import Pictures

@Suite struct LaneChoiceTests {
    let lanes: [Lane] = .vocabularyExample

    @Test func `lanes are shown from their distance until the maneuver`() {
        var choice = LaneChoice(withinMeters: 500)
        #expect(choice.update(.make(lanes, inMeters: 501)) == .keep)
        #expect(choice.update(.make(lanes, inMeters: 500)) == .show(lanes))
        #expect(choice.update(.make(lanes, inMeters: 503)) == .keep, "a wavering position makes nothing blink")
        #expect(choice.update(.make(lanes, inMeters: 2)) == .keep)
        #expect(choice.update(.make([], inMeters: 800, step: 2)) == .clear)
        #expect(choice.update(.make([], inMeters: 790, step: 2)) == .keep)
    }

    @Test func `the lanes of a later maneuver are not shown early`() {
        var choice = LaneChoice(withinMeters: 500)
        _ = choice.update(.make(lanes, inMeters: 5, step: 1))
        #expect(choice.update(.make(lanes, inMeters: 900, step: 2)) == .clear)
        #expect(choice.update(.make(lanes, inMeters: 400, step: 2)) == .show(lanes))
    }

    @Test func `the lanes of a near next maneuver are shown at once`() {
        var choice = LaneChoice(withinMeters: 500)
        _ = choice.update(.make(lanes, inMeters: 5, step: 1))
        let next: [Lane] = [.make(.straight, recommended: [.straight]), .make(.normalRight)]
        #expect(choice.update(.make(next, inMeters: 60, step: 2)) == .show(next))
    }

    @Test func `a new route with equal lanes changes nothing`() {
        var choice = LaneChoice(withinMeters: 500)
        _ = choice.update(.make(lanes, inMeters: 200, step: 7, route: "first"))
        #expect(choice.update(.make(lanes, inMeters: 190, step: 1, route: "second")) == .keep)
        #expect(choice.update(.make(lanes, inMeters: 600, step: 2, route: "second")) == .clear)
    }

    @Test func `a new route with equal but distant lanes shows none`() {
        var choice = LaneChoice(withinMeters: 500)
        _ = choice.update(.make(lanes, inMeters: 200, step: 1, route: "first"))
        #expect(choice.update(.make(lanes, inMeters: 2000, step: 1, route: "second")) == .clear)
    }

    @Test(arguments: [NavigationState.rerouting, .stopped, .unknown]) func `without a maneuver no lanes stay`(
        _ state: NavigationState
    ) {
        var choice = LaneChoice(withinMeters: 500)
        _ = choice.update(.make(lanes))
        #expect(choice.update(.make(lanes, state: state)) == .clear)
        #expect(choice.clear() == .keep)
    }

    @Test func `an invalid distance shows no lanes`() {
        var choice = LaneChoice(withinMeters: 500)
        #expect(choice.update(.make(lanes, inMeters: .nan)) == .keep)
    }
}
