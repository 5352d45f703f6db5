import EventBus
import NavigationEvents
import Supervisor

extension RunConfiguration {
    /// Name of the metrics server. It only requests the status of the bus, and is no control.
    static let metrics = "metrics"
    /// Name of the recorder. The bus reserves this name for it.
    static let recorder = "recorder"

    /// The further processes of the run: the recorder and the metrics server, as far as they are configured.
    func helperProcesses(endpoints: BusEndpoints, folder: RunFolder) -> [LaunchPlan] {
        var plans: [LaunchPlan] = []
        if let record {
            var arguments = ["record", record.path, "--session", bus.session.name, "--name", Self.recorder]
            if let megabytes = record.rotateMegabytes { arguments += ["--rotate-megabytes", "\(megabytes)"] }
            if let minutes = record.rotateMinutes { arguments += ["--rotate-minutes", "\(minutes)"] }
            plans.append(helperProcess(Self.recorder, arguments, endpoints))
        }
        if let metricsListen {
            // The token is passed in a file, since every user can see arguments.
            let file = metricsTokenFile ?? "\(folder.path)/metrics.token"
            let access = hasMetricsToken ? ["--token-file", file] : ["--no-token"]
            plans.append(helperProcess(Self.metrics, ["metrics", "--listen", metricsListen] + access, endpoints))
        }
        return plans
    }

    private func helperProcess(_ name: String, _ arguments: [String], _ endpoints: BusEndpoints) -> LaunchPlan {
        LaunchPlan(
            control: name, executable: InstalledFiles.executable ?? CommandLine.arguments[0], arguments: arguments,
            environment: ["NAVBUS_ENDPOINT": endpoints.requests], restart: supervision.restart)
    }
}
