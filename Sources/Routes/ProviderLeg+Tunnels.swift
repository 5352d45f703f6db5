import NavigationEvents

extension ProviderLeg {
    /// Metres behind the end of a tunnel within which a maneuver follows it immediately.
    private static let immediatelyMeters = 100.0

    /// Marks the maneuvers inside tunnels, and of those behind a tunnel the first if it comes right behind.
    mutating func markTunnels(_ tunnels: [GeometrySpan], _ geometry: [Coordinate]) {
        for index in steps.indices.dropFirst() {
            let vertex = steps[index].step.geometryIndex
            if tunnels.contains(where: { $0.fromIndex < vertex && vertex < $0.toIndex }) {
                steps[index].step.tunnelMode = .inside
            } else if let tunnel = tunnels.last(where: { $0.toIndex <= vertex }),
                steps[index - 1].step.geometryIndex < tunnel.toIndex,
                Self.meters(from: tunnel.toIndex, to: vertex, geometry) <= Self.immediatelyMeters
            {
                steps[index].step.tunnelMode = .immediatelyAfter
            }
        }
    }

    private static func meters(from start: Int, to end: Int, _ geometry: [Coordinate]) -> Double {
        (start..<end).reduce(0) { $0 + Geodesy.distanceMeters(from: geometry[$1], to: geometry[$1 + 1]) }
    }
}
