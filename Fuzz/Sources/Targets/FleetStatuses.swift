@testable import Link
import Platform

extension FuzzTarget {
    /// Any answer to an operator of a fleet: what is read must be read again from its own JSON.
    static let fleetStatus = FuzzTarget(name: "fleet-status", maxBytes: 4096, reaches: ["FleetStatus"]) {
        bytes throws(FuzzFinding) in
        guard let status = FleetStatus(bytes) else { return }
        _ = FleetMetrics([status]).text
        _ = FleetTable([status]).lines
        try FuzzFinding.unless(FleetStatus(status.json.bytes) == status, "a status that changes: \(status)")
    }
}
