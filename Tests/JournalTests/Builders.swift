import Glibc
import NavigationEvents
import Testing

extension Event {
    /// Any event: often small, rarely a route.
    static func random(using random: inout some RandomNumberGenerator) -> Event {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: .navigationStarted(.make(vertices: .random(in: 2...2000, using: &random)))
        case 1: .navigationStopped
        case 2...6: .navigation(.make(.random(in: 0...1000, using: &random)))
        case 7...9:
            .control(
                ControlReport(
                    control: "speech", kind: .note,
                    text: String(repeating: "x", count: .random(in: 0...3000, using: &random))))
        default: .gps(.make(.random(in: 0...1000, using: &random)))
        }
    }
}

extension Fix {
    static func make(_ number: Int = 0) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: Int64(number) * 1_000_000_000),
            position: Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7), speedMetersPerSecond: 13)
    }
}

extension NavigationInfo {
    static func make(_ number: Int = 0) -> NavigationInfo {
        NavigationInfo(state: .enroute, routeID: "r1", fix: .make(number))
    }
}

extension Route {
    static func make(_ id: String = "r1", vertices: Int = 2) -> Route {
        Route(
            id: id, provider: "test",
            geometry: (0..<vertices).map {
                Coordinate(latitudeDegrees: 49, longitudeDegrees: 8 + Double($0) / 1e6)
            },
            legs: [], stopovers: [], distanceMeters: 1, durationSeconds: 1)
    }
}

/// The names of the files in a folder.
func names(in folder: String) throws -> [String] {
    let opened = try #require(opendir(folder))
    defer { closedir(opened) }
    var names: [String] = []
    while let entry = readdir(opened) {
        names.append(
            withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
}
