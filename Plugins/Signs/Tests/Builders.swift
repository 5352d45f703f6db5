import NavigationControl
import NavigationEvents

import Pictures

@testable import Signs

extension Fix {
    static func make(second: Int64 = 0) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: second * 1_000_000_000),
            position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69))
    }
}

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

extension NavigationInfo {
    static func make(
        _ step: Step? = .make(), inMeters distance: Double = 300, state: NavigationState = .enroute,
        route: String = "first", cue: Cue? = nil
    ) -> NavigationInfo {
        NavigationInfo(
            state: state, routeID: route, fix: .make(), currentStep: step,
            toManeuver: Remaining(distanceMeters: distance, durationSeconds: distance / 10), cue: cue)
    }
}

/// A display that remembers what it was shown, and fails on demand.
final class RecordingDisplay: SignDisplay {
    var isOpen = false
    var shown: [SignFiles] = []
    var failure: SignsError?

    func open() throws(SignsError) {
        if let failure { throw failure }
        isOpen = true
    }

    func show(_ files: SignFiles) throws(SignsError) {
        if let failure { throw failure }
        shown.append(files)
    }
}
