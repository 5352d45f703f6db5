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
