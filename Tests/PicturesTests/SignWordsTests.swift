import TestSupport
import NavigationEvents
import Testing

@testable import Pictures

@Suite("Words of signs")
struct SignWordsTests {
    @Test(
        arguments: [
            (Maneuver.depart, "Start"), (.unknown, "Unknown maneuver"), (.straight, "Straight on"),
            (.nameChange, "Straight on"), (.onRampUnspecified, "Take the ramp"), (.offRampUnspecified, "Take the exit"),
            (.offRampRight, "Take the exit on the right"), (.mergeRight, "Move over right"),
            (.turnSlightLeft, "Turn slightly left"), (.ferryBoat, "Ferry"),
        ])
    func `the words are those of the maneuver, even if its picture is shared`(_ maneuver: Maneuver, _ text: String) {
        #expect(SignWords(maneuver).text == text)
    }

    @Test func `an unknown maneuver is named as such, and every other one has words`() {
        for maneuver in Maneuver.allCases {
            #expect((SignWords(maneuver).maneuver == "Unknown maneuver") == (maneuver == .unknown), "\(maneuver)")
        }
        #expect(SignLine(step: .make(.unknown, onto: "")).text == "◎  Unknown maneuver")
    }

    @Test func `a roundabout exit is numbered, except when leaving or with too many exits`() {
        #expect(SignWords(.roundaboutLeftCounterclockwise, exitNumber: 3).text == "Roundabout, exit 3")
        #expect(SignWords(.roundaboutClockwise).text == "Roundabout")
        #expect(SignWords(.roundaboutClockwise, exitNumber: 100).exit == nil)
        #expect(SignWords(.roundaboutExitClockwise, exitNumber: 3).text == "Leave the roundabout")
        #expect(SignWords(.turnLeft, exitNumber: 3).text == "Turn left")
    }
}

@Suite("Speeds as displays write them")
struct SpeedLabelTests {
    @Test(
        arguments: [
            (0.0, "0 km/h", "0 mph"), (13.4112, "48 km/h", "30 mph"), (13.9, "50 km/h", "31 mph"),
            (27.7778, "100 km/h", "62 mph"),
        ])
    func `speeds are whole numbers of the unit`(_ metersPerSecond: Double, _ metric: String, _ miles: String) {
        #expect(SpeedLabel(metersPerSecond: metersPerSecond)?.text == metric)
        for units in [DisplayUnits.us, .uk] {
            #expect(SpeedLabel(metersPerSecond: metersPerSecond, units: units)?.text == miles)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -1, 1e9]) func `an invalid speed has no label`(_ metersPerSecond: Double) {
        #expect(SpeedLabel(metersPerSecond: metersPerSecond) == nil)
    }
}
