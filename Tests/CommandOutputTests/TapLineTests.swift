import NavigationEvents
import Testing

@testable import CommandOutput

@Suite struct TapLineTests {
    @Test func `enumerations are shown in words`() {
        let command = ControlCommand().updated(by: .playback(.stopAtWord))
        #expect(TapLine.summary(of: .command(command)) == "stop at word")
        let fix = Fix(
            time: Timestamp(nanosecondsSinceEpoch: 0),
            position: Coordinate(latitudeDegrees: 49, longitudeDegrees: 8))
        let info = NavigationInfo(
            state: .enroute, fix: fix, positionStatus: .estimated,
            currentStep: Step(number: 1, maneuver: .turnSharpLeft, geometryIndex: 0, simpleRoadName: "Am Markt"),
            toManeuver: Remaining(distanceMeters: 50, durationSeconds: 5))
        #expect(
            TapLine.summary(of: .navigation(info)) == "enroute, turn sharp left in 50 m Am Markt, position estimated")
    }
}
