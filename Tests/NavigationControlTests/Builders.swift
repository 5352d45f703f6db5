import NavigationEvents

extension Fix {
    static func make(_ number: Int = 0) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: Int64(number) * 1_000_000_000),
            position: Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7))
    }
}

extension NavigationInfo {
    static func make(_ number: Int = 0) -> NavigationInfo {
        NavigationInfo(state: .enroute, routeID: "r1", fix: .make(number))
    }
}

extension Route {
    static func make(_ id: String = "r1") -> Route {
        Route(id: id, provider: "test", geometry: [], legs: [], stopovers: [], distanceMeters: 1, durationSeconds: 1)
    }
}
