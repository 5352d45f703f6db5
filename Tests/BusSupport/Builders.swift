package import NavigationEvents

// Events for tests of the bus, which look at their order and size rather than at their content.

extension Fix {
    /// A fix at a second of 1970.
    package static func make(_ number: Int = 0) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: Int64(number) * 1_000_000_000),
            position: Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7), speedMetersPerSecond: 13)
    }
}

extension NavigationInfo {
    /// Guidance at a second of 1970.
    package static func make(_ number: Int = 0) -> NavigationInfo {
        NavigationInfo(state: .enroute, routeID: "r1", fix: .make(number))
    }
}

extension Route {
    /// A route without steps.
    package static func make(_ id: String = "r1", vertices: Int = 2) -> Route {
        Route(
            id: id, provider: "test",
            geometry: (0..<vertices).map {
                Coordinate(latitudeDegrees: 49, longitudeDegrees: 8 + Double($0) / 1e6)
            },
            legs: [], stopovers: [], distanceMeters: 1, durationSeconds: 1)
    }
}

extension ControlReport {
    package static func make(_ control: String) -> ControlReport { ControlReport(control: control, kind: .note) }
}

extension MissedEvents {
    package static func make(_ topic: Topic) -> MissedEvents {
        MissedEvents(session: .main, topic: topic, first: 1, last: 2)
    }
}
