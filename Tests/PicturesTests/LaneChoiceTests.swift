import NavigationEvents
import Testing

@testable import Pictures

@Suite struct LaneChoiceTests {
    let lanes: [Lane] = .vocabularyExample

    @Test func `lanes are seen from their distance until the maneuver`() {
        var choice = LaneChoice(withinMeters: 500)
        #expect(choice.update(.make(lanes, inMeters: 501)) == .keep)
        #expect(choice.update(.make(lanes, inMeters: 500)) == .show(lanes))
        #expect(choice.update(.make(lanes, inMeters: 503)) == .keep, "a wavering position makes nothing blink")
        #expect(choice.update(.make(lanes, inMeters: 2)) == .keep)
        #expect(choice.update(.make([], inMeters: 800, step: 2)) == .clear)
        #expect(choice.update(.make([], inMeters: 790, step: 2)) == .keep)
    }

    @Test func `lanes of another maneuver are not seen early`() {
        var choice = LaneChoice(withinMeters: 500)
        _ = choice.update(.make(lanes, inMeters: 5, step: 1))
        #expect(choice.update(.make(lanes, inMeters: 900, step: 2)) == .clear)
        #expect(choice.update(.make(lanes, inMeters: 400, step: 2)) == .show(lanes))
    }

    @Test func `the next maneuver brings its lanes at once when it is near`() {
        var choice = LaneChoice(withinMeters: 500)
        _ = choice.update(.make(lanes, inMeters: 5, step: 1))
        let next: [Lane] = [.make(.straight, recommended: [.straight]), .make(.normalRight)]
        #expect(choice.update(.make(next, inMeters: 60, step: 2)) == .show(next))
    }

    @Test func `a replaced route with the same lanes changes nothing`() {
        var choice = LaneChoice(withinMeters: 500)
        _ = choice.update(.make(lanes, inMeters: 200, step: 7, route: "first"))
        #expect(choice.update(.make(lanes, inMeters: 190, step: 1, route: "second")) == .keep)
        #expect(choice.update(.make(lanes, inMeters: 600, step: 2, route: "second")) == .clear)
    }

    @Test func `a replaced route whose equal lanes are far away shows none`() {
        var choice = LaneChoice(withinMeters: 500)
        _ = choice.update(.make(lanes, inMeters: 200, step: 1, route: "first"))
        #expect(choice.update(.make(lanes, inMeters: 2000, step: 1, route: "second")) == .clear)
    }

    @Test(arguments: [NavigationState.rerouting, .stopped, .unknown]) func `without a way to go nothing lingers`(
        _ state: NavigationState
    ) {
        var choice = LaneChoice(withinMeters: 500)
        _ = choice.update(.make(lanes))
        #expect(choice.update(.make(lanes, state: state)) == .clear)
        #expect(choice.clear() == .keep)
    }

    @Test func `a distance that is none shows nothing`() {
        var choice = LaneChoice(withinMeters: 500)
        #expect(choice.update(.make(lanes, inMeters: .nan)) == .keep)
    }
}
