import NavigationEvents

/// A drive that misses a right turn after 900 m and takes the next one.
struct MissedTurn {
    let plan = Road().straight(900).turn(.turnRight, onto: "Abzweig").straight(900)
        .turn(.turnLeft, onto: "Ende").straight(500)

    /// The fixes of the driver's receiver.
    var fixes: [Fix] {
        Drive(road: Road().straight(1300).bend(90).straight(900).bend(-90).straight(110), noise: 2, waits: 5).fixes()
    }

    /// The driver's route from the position of the request to the end of the plan.
    func detour(from request: RouteRequest) -> Route {
        let eastMeters = meters(east: request)
        return Road(from: plan.coordinate(east: eastMeters, north: 0)).straight(1300 - eastMeters)
            .turn(.turnRight, onto: "Umweg").straight(900).turn(.turnLeft, onto: "Ende").straight(100)
            .route(id: "detour")
    }

    /// Metres along the first road at the request.
    func meters(east request: RouteRequest) -> Double {
        let perDegree = (plan.coordinate(east: 1000, north: 0).longitudeDegrees - plan.origin.longitudeDegrees) / 1000
        return (request.position.longitudeDegrees - plan.origin.longitudeDegrees) / perDegree
    }
}
