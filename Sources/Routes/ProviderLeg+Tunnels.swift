import Geodesy
import NavigationEvents

extension ProviderLeg {
    /// Maximum distance from the end of a tunnel to a maneuver immediately after it, metres.
    private static let immediatelyMeters = 100.0

    /// Marks the maneuvers inside tunnels, and the first one after a tunnel if it is near.
    mutating func markTunnels(_ tunnels: [GeometrySpan], _ geometry: [Coordinate]) {
        for index in steps.indices.dropFirst() {
            let vertex = steps[index].step.geometryIndex
            // Tunnels are in order and do not overlap, so the last one that begins before the maneuver decides.
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

    /// Index of the last of the sorted tunnels that fulfils a condition, by binary search.
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
