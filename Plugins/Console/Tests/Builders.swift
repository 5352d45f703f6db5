import NavigationEvents

extension Timestamp {
    static func make() -> Timestamp { Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000) }
}

extension Fix {
    static func make() -> Fix {
        Fix(
            time: .make(), position: Coordinate(latitudeDegrees: 49.4124, longitudeDegrees: 8.6912),
            horizontalAccuracyMeters: 4, speedMetersPerSecond: 13.4, courseDegrees: 271)
    }
}

extension Step {
    static func make(_ maneuver: Maneuver = .turnLeft, roadName: String = "Bismarckplatz") -> Step {
        Step(number: 1, maneuver: maneuver, geometryIndex: 1, fullRoadName: roadName, simpleRoadName: roadName)
    }
}

extension NavigationInfo {
    static func make(
        toManeuverMeters: Double = 320, roadName: String = "Bismarckplatz", cue: CueStage? = nil
    ) -> NavigationInfo {
        NavigationInfo(
            state: .enroute, fix: .make(), currentStep: .make(roadName: roadName),
            toManeuver: Remaining(distanceMeters: toManeuverMeters, durationSeconds: 25),
            toDestination: Remaining(distanceMeters: 6900, durationSeconds: 600),
            cue: cue.map { stage in
                Cue(
                    identity: 1, stage: stage, subject: .maneuver, stepNumber: 1, distanceMeters: toManeuverMeters,
                    priority: .prepare, dueAt: .make(), validForSeconds: 10)
            })
    }
}

extension Route {
    static func make() -> Route {
        Route(
            id: "r1", provider: "valhalla",
            geometry: [
                Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69),
                Coordinate(latitudeDegrees: 49.42, longitudeDegrees: 8.70),
            ],
            legs: [Leg(steps: [.make(.depart), .make(.destination)], distanceMeters: 7300, durationSeconds: 720)],
            stopovers: [], distanceMeters: 7300, durationSeconds: 720)
    }
}
