import EventBus
import NavigationEvents
import Supervisor

extension Profile {
    /// The companion that only asks the bus for its status, and is not known as a control.
    static let metrics = "metrics"
    /// The companion that records; the bus lets nobody else have its name.
    static let recorder = "recorder"

    /// The processes that follow the run besides its controls: who records, and who serves the metrics.
    func companions(endpoints: BusEndpoints, folder: RunFolder) -> [LaunchPlan] {
        var plans: [LaunchPlan] = []
        if let record {
            var arguments = ["record", record.path, "--session", bus.session.name, "--name", Self.recorder]
            if let megabytes = record.rotateMegabytes { arguments += ["--rotate-megabytes", "\(megabytes)"] }
            if let minutes = record.rotateMinutes { arguments += ["--rotate-minutes", "\(minutes)"] }
            plans.append(companion(Self.recorder, arguments, endpoints))
        }
        if let metricsListen {
            // The token goes by a file: arguments are seen by every user.
            let file = metricsTokenFile ?? "\(folder.path)/metrics.token"
            let access = hasMetricsToken ? ["--token-file", file] : ["--no-token"]
            plans.append(companion(Self.metrics, ["metrics", "--listen", metricsListen] + access, endpoints))
        }
        return plans
    }

    private func companion(_ name: String, _ arguments: [String], _ endpoints: BusEndpoints) -> LaunchPlan {
        LaunchPlan(
            control: name, executable: InstalledFiles.executable ?? CommandLine.arguments[0], arguments: arguments,
            environment: ["NAVBUS_ENDPOINT": endpoints.requests], restart: supervision.restart)
    }
}
