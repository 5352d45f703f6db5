import NavigationEvents

/// The plan turns right after 900 m; the driver misses the turn, and takes the next one.
struct MissedTurn {
    let plan = Road().straight(900).turn(.turnRight, onto: "Abzweig").straight(900)
        .turn(.turnLeft, onto: "Ende").straight(500)

    /// What the driver's receiver says.
    var fixes: [Fix] {
        Drive(road: Road().straight(1300).bend(90).straight(900).bend(-90).straight(110), noise: 2, waits: 5).fixes()
    }

    /// The way that the driver takes, from where the router is asked; it ends where the plan ends.
    func detour(from request: RouteRequest) -> Route {
        let along = meters(east: request)
        return Road(from: plan.coordinate(east: along, north: 0)).straight(1300 - along)
            .turn(.turnRight, onto: "Umweg").straight(900).turn(.turnLeft, onto: "Ende").straight(100)
            .route(id: "detour")
    }

    /// Metres along the first road at which the router is asked.
    func meters(east request: RouteRequest) -> Double {
        let perDegree = (plan.coordinate(east: 1000, north: 0).longitudeDegrees - plan.origin.longitudeDegrees) / 1000
        return (request.position.longitudeDegrees - plan.origin.longitudeDegrees) / perDegree
    }
}
