import NavigationEvents

extension ProviderLeg {
    /// Metres behind the end of a tunnel within which a maneuver follows it immediately.
    private static let immediatelyMeters = 100.0

    /// Marks the maneuvers inside tunnels and right behind them.
    mutating func markTunnels(_ tunnels: [GeometrySpan], _ geometry: [Coordinate]) {
        guard !tunnels.isEmpty else { return }
        for index in steps.indices.dropFirst() {
            steps[index].step.tunnelMode = Self.tunnelMode(
                of: steps[index].step.geometryIndex, tunnels, geometry)
        }
    }

    private static func tunnelMode(
        of vertex: Int, _ tunnels: [GeometrySpan], _ geometry: [Coordinate]
    ) -> TunnelMode {
        if tunnels.contains(where: { $0.fromIndex < vertex && vertex < $0.toIndex }) { return .inside }
        guard let last = tunnels.last(where: { $0.toIndex <= vertex }) else { return .none }
        var meters = 0.0
        var index = last.toIndex
        while index < vertex, meters <= immediatelyMeters {
            meters += Geodesy.distanceMeters(from: geometry[index], to: geometry[index + 1])
            index += 1
        }
        return meters <= immediatelyMeters ? .immediatelyAfter : .none
    }
}
