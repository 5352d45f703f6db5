import TestSupport
import NavigationEvents

extension Step {
    static func make(
        _ maneuver: Maneuver = .turnRight, number: Int = 1, onto street: String = "Berliner Straße",
        roundabout: Roundabout? = nil
    ) -> Step {
        Step(
            number: number, maneuver: maneuver, geometryIndex: number, fullRoadName: street, simpleRoadName: street,
            roundabout: roundabout)
    }
}

extension Fix {
    static func make() -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: 0),
            position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69))
    }
}

extension NavigationInfo {
    static func make(
        _ lanes: [Lane], inMeters distance: Double = 100, step: Int = 1, route: String = "first",
        state: NavigationState = .enroute
    ) -> NavigationInfo {
        NavigationInfo(
            state: state, routeID: route, fix: .make(),
            currentStep: state == .enroute
                ? Step(number: step, maneuver: .turnLeft, geometryIndex: step, lanes: lanes) : nil,
            toManeuver: Remaining(distanceMeters: distance, durationSeconds: distance / 10))
    }
}
