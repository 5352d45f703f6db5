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

extension Lane {
    /// A lane with shapes, of which some are recommended.
    static func make(_ shapes: LaneShape..., recommended: Set<LaneShape> = []) -> Lane {
        Lane(directions: shapes.map { LaneDirection(shape: $0, isRecommended: recommended.contains($0)) })
    }
}

extension [Lane] {
    /// Two recommended left-turn lanes, a straight one, and one for straight on and right.
    static let vocabularyExample: [Lane] = [
        .make(.normalLeft, recommended: [.normalLeft]), .make(.normalLeft, recommended: [.normalLeft]),
        .make(.straight), .make(.straight, .normalRight),
    ]
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
