import EventBus
import NavigationEvents
import Supervisor
import TOML

/// The sections about the operation of a run: journal, access, supervision, log, recording and metrics.
extension ConfigurationReader {
    func readService(_ root: TOMLSection, into configuration: inout RunConfiguration) throws(ConfigurationError) {
        if let section = try root.section("journal") { try journal(section, &configuration.journal) }
        if let section = try root.section("remote") { try remote(section, &configuration.access) }
        if let section = try root.section("access") { try access(section, &configuration) }
        if let section = try root.section("supervision") { try supervision(section, &configuration.supervision) }
        configuration.log = try root.section("log").map { section throws(ConfigurationError) in try log(section) }
        configuration.record = try root.section("record").map { section throws(ConfigurationError) in
            try record(section)
        }
        if let section = try root.section("metrics") {
            try section.allowOnly(["listen", "token", "tokenFile"])
            configuration.metricsListen = try listen(section)
            configuration.metricsTokenFile = try section.text("tokenFile").flatMap { $0.isEmpty ? nil : absolute($0) }
            configuration.hasMetricsToken = try hasToken(section)
        }
    }

    private func listen(_ section: TOMLSection) throws(ConfigurationError) -> String {
        guard let text = try section.text("listen") else { return MetricsAddress.metrics.description }
        do {
            return try MetricsAddress(text).description
        } catch {
            throw section.error("listen", "\(error)")
        }
    }

    private func hasToken(_ section: TOMLSection) throws(ConfigurationError) -> Bool {
        switch try section.text("token") ?? "" {
        case "": return true
        case "none": return false
        default:
            throw section.error(
                "token",
                "a token is read from a file, which tokenFile names; use \"none\" to serve every user of this machine")
        }
    }

    private func journal(_ section: TOMLSection, _ journal: inout JournalSettings) throws(ConfigurationError) {
        try section.allowOnly(["folder", "megabytes", "minutes"])
        journal.folder = try section.text("folder").map(absolute)
        if let megabytes = try positive(section, "megabytes", below: 65_537) { journal.maxBytes = megabytes << 20 }
        if let minutes = try positive(section, "minutes", below: 100_001) { journal.seconds = Double(minutes) * 60 }
    }

    private func remote(_ section: TOMLSection, _ access: inout AccessSettings) throws(ConfigurationError) {
        try section.allowOnly(["requests", "events", "keys"])
        access.remote = BusEndpoints(
            requests: try section.requiredText("requests"), events: try section.requiredText("events"))
        try differ(section, access.remote?.requests, access.remote?.events)
        if let folder = try section.text("keys") { access.keysFolder = absolute(folder) }
    }

    private func access(_ section: TOMLSection, _ configuration: inout RunConfiguration) throws(ConfigurationError) {
        try section.allowOnly(["otherUsers", "peers", "requestsPerSecond", "sessions"])
        if let count = try section.integer("sessions") {
            guard (0...BusLimits.maxOpenedSessions).contains(count) else {
                throw section.error("sessions", "\"sessions\" must be 0 to \(BusLimits.maxOpenedSessions)")
            }
            configuration.maxSessions = count
        }
        var access = configuration.access
        defer { configuration.access = access }
        if let names = try section.list("otherUsers") {
            access.otherUsers = []
            for name in names {
                guard let role = Role(rawValue: name) else {
                    let known = Role.allCases.map(\.rawValue).joined(separator: ", ")
                    throw section.error("otherUsers", "there is no role \"\(name)\"; known: \(known)")
                }
                access.otherUsers.insert(role)
            }
        }
        access.maxPeers = try positive(section, "peers", below: 100_001) ?? access.maxPeers
        access.requestsPerSecond =
            try positive(section, "requestsPerSecond", below: 1_000_001) ?? access.requestsPerSecond
        // The launcher itself sends several requests per second.
        guard access.requestsPerSecond >= 20 else {
            throw section.error("requestsPerSecond", "\"requestsPerSecond\" must be at least 20")
        }
    }

    private func supervision(
        _ section: TOMLSection, _ supervision: inout RunConfiguration.SupervisionSettings
    ) throws(ConfigurationError) {
        try section.allowOnly(["readySeconds", "silentSeconds", "stopSeconds", "restartSeconds", "retrySeconds"])
        supervision.timeouts.readySeconds =
            try amount(section, "readySeconds", 0.1...600) ?? supervision.timeouts.readySeconds
        supervision.timeouts.silentSeconds =
            try amount(section, "silentSeconds", 1.5...600) ?? supervision.timeouts.silentSeconds
        supervision.stopSeconds = try amount(section, "stopSeconds", 0.1...600) ?? supervision.stopSeconds
        supervision.restart.firstDelaySeconds =
            try amount(section, "restartSeconds", 0.001...30) ?? supervision.restart.firstDelaySeconds
        supervision.restart.retrySeconds =
            try amount(section, "retrySeconds", 1...86_400) ?? supervision.restart.retrySeconds
    }

    private func log(_ section: TOMLSection) throws(ConfigurationError) -> RunConfiguration.LogSettings {
        try section.allowOnly(["file", "megabytes", "keep", "format"])
        var log = RunConfiguration.LogSettings(path: absolute(try section.requiredText("file")))
        log.megabytes = try positive(section, "megabytes", below: 10_001) ?? log.megabytes
        log.keep = try positive(section, "keep", below: 1001) ?? log.keep
        log.format = try choice(section, "format", required: false)
        return log
    }

    private func record(_ section: TOMLSection) throws(ConfigurationError) -> RunConfiguration.RecordSettings {
        try section.allowOnly(["file", "rotateMegabytes", "rotateMinutes"])
        let file = try section.requiredText("file")
        guard file.hasSuffix(".mcap") else {
            throw section.error("file", "the name of a recording ends in .mcap: \(file).mcap")
        }
        return RunConfiguration.RecordSettings(
            path: absolute(file),
            rotateMegabytes: try positive(section, "rotateMegabytes", below: 1_000_001),
            rotateMinutes: try positive(section, "rotateMinutes", below: 100_001))
    }
}
