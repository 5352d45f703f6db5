import Glibc
import Guidance
import NavigationEvents
import Positions

/// Measures the guidance of many sessions, one fix for each in turn, so that no session stays in the cache.
enum GuidanceFleet {
    private struct Vehicle {
        var filter = PositionFilter(mode: .car)
        var guidance = GuidanceState()
    }

    static func run(sessions: Int) throws {
        let rounds = max(20, min(400, 2_000_000 / sessions))
        // All vehicles share the fixes of some routes, but each has a route of its own, whose memory counts.
        let before = ProcessFigures.ownBytes(getpid())
        var vehicles: [Vehicle] = []
        vehicles.reserveCapacity(sessions)
        var routes: [FleetRoute] = []
        for number in 0..<min(sessions, 100) { routes.append(FleetRoute("v\(number)", number: number)) }
        for number in 0..<sessions {
            var vehicle = Vehicle()
            _ = try vehicle.guidance.start(FleetRoute("v\(number)", number: number).route)
            vehicles.append(vehicle)
        }
        var events = 0
        var seconds: [Double] = []
        for round in 0..<rounds {
            let fixes = routes.map { $0.fix(second: round) }
            let began = now()
            for number in vehicles.indices {
                guard case .accepted(let fix) = vehicles[number].filter.accept(fixes[number % fixes.count]) else {
                    continue
                }
                events += vehicles[number].guidance.update(fix).count
            }
            seconds.append(now() - began)
        }
        let bytes = (ProcessFigures.ownBytes(getpid()) - before) / sessions
        // The median without the first rounds, in which the initial positions are searched.
        let middle = seconds.dropFirst(rounds / 10).sorted()[(rounds - rounds / 10) / 2]
        let nanoseconds = middle / Double(sessions) * 1e9
        print(
            """
            {"bench": "guidance", "sessions": \(sessions), "route_vertices": \(FleetRoute.vertices), \
            "ns_per_fix": \(Int(nanoseconds)), "bytes_per_session": \(bytes), \
            "share_of_core_at_1_hz": \((middle * 1e5).rounded() / 1e5), "events": \(events)}
            """)
    }
}
