import TestSupport
import NavigationEvents
import Testing

@testable import Pictures

@Suite struct SignLineTests {
    @Test func `a line has maneuver, street and distance`() {
        #expect(SignLine(step: .make(), distanceMeters: 301).text == "↱  Turn right  onto Berliner Straße  in 300 m")
    }

    @Test func `unknown parts are omitted`() {
        #expect(SignLine(step: .make(.turnSharpLeft, onto: ""), distanceMeters: nil).text == "↙  Turn sharply left")
    }

    @Test func `a roundabout names its exit`() {
        let step = Step.make(.roundaboutLeftCounterclockwise, onto: "", roundabout: Roundabout(exitCount: 3))
        #expect(SignLine(step: step, distanceMeters: 80).text == "↺  Roundabout  exit 3  in 80 m")
    }

    @Test func `the maneuver of leaving a roundabout has no exit number`() {
        let step = Step.make(.roundaboutExitCounterclockwise, onto: "A", roundabout: Roundabout(exitCount: 3))
        #expect(SignLine(step: step, distanceMeters: 20).text == "↺  Leave the roundabout  onto A  in 20 m")
    }

    @Test func `a destination is at its street`() {
        let step = Step.make(.destinationLeft, onto: "A")
        #expect(SignLine(step: step, distanceMeters: 20).text == "⚑  Destination on the left  at A  in 20 m")
    }

    @Test(arguments: [(DisplayUnits.metric, "in 1.3 km"), (.us, "in 0.8 mi"), (.uk, "in 0.8 mi")])
    func `distances have the configured units`(_ units: DisplayUnits, _ text: String) {
        #expect(SignLine(step: .make(), distanceMeters: 1251, units: units).text.hasSuffix(text))
    }

    @Test(arguments: [Double.nan, .infinity, -1]) func `an invalid distance is omitted`(_ meters: Double) {
        #expect(SignLine(step: .make(onto: ""), distanceMeters: meters).text == "↱  Turn right")
    }
}
