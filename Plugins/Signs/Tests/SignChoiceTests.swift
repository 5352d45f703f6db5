import NavigationEvents
import Testing

@testable import Signs

@Suite struct SignChoiceTests {
    @Test func `a maneuver is shown once`() {
        var choice = SignChoice()
        #expect(choice.update(.make(inMeters: 300)) == .show)
        for distance in stride(from: 299.0, through: 0, by: -1) {
            #expect(choice.update(.make(inMeters: distance)) == .keep)
        }
    }

    @Test func `the next maneuver is shown even if it looks the same`() {
        var choice = SignChoice()
        _ = choice.update(.make(.make(number: 1), inMeters: 3))
        #expect(choice.update(.make(.make(number: 2), inMeters: 20)) == .show)
    }

    @Test func `a new route with the same maneuver changes nothing`() {
        var choice = SignChoice()
        _ = choice.update(.make(.make(number: 7), inMeters: 210, route: "first"))
        #expect(choice.update(.make(.make(number: 1), inMeters: 200, route: "second")) == .keep)
        #expect(choice.update(.make(.make(number: 1), inMeters: 190, route: "second")) == .keep)
    }

    @Test func `an equal maneuver elsewhere on a new route is shown`() {
        var choice = SignChoice()
        _ = choice.update(.make(.make(number: 1), inMeters: 210, route: "first"))
        #expect(
            choice.update(.make(.make(number: 1), inMeters: 600, route: "second"))
                == .show)
    }

    @Test(arguments: [NavigationState.rerouting, .stopped, .unknown]) func `without a maneuver no sign stays`(
        _ state: NavigationState
    ) {
        var choice = SignChoice()
        _ = choice.update(.make())
        #expect(choice.update(.make(nil, state: state)) == .clear)
        #expect(choice.update(.make(nil, state: state)) == .keep)
        #expect(choice.clear() == .keep)
        #expect(choice.update(.make()) == .show)
    }
}
