import Geodesy
import NavigationEvents

extension ProviderLeg {
    /// Metres behind the end of a tunnel within which a maneuver follows it immediately.
    private static let immediatelyMeters = 100.0

    /// Marks the maneuvers inside tunnels, and of those behind a tunnel the first if it comes right behind.
    mutating func markTunnels(_ tunnels: [GeometrySpan], _ geometry: [Coordinate]) {
        for index in steps.indices.dropFirst() {
            let vertex = steps[index].step.geometryIndex
            // Tunnels stand in order and apart, so the last one that begins before the maneuver decides.
            guard let last = Self.last(of: tunnels, where: { $0.fromIndex < vertex }) else { continue }
            if vertex < tunnels[last].toIndex {
                steps[index].step.tunnelMode = .inside
            } else if steps[index - 1].step.geometryIndex < tunnels[last].toIndex,
                Self.meters(from: tunnels[last].toIndex, to: vertex, geometry) <= Self.immediatelyMeters
            {
                steps[index].step.tunnelMode = .immediatelyAfter
            }
        }
    }

    /// The last of sorted stretches that lies before a border, by halves.
    private static func last(of tunnels: [GeometrySpan], where isBefore: (GeometrySpan) -> Bool) -> Int? {
        var (low, high) = (0, tunnels.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(tunnels[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    private static func meters(from start: Int, to end: Int, _ geometry: [Coordinate]) -> Double {
        (start..<end).reduce(0) { $0 + geometry[$1].distanceMeters(to: geometry[$1 + 1]) }
    }
}
