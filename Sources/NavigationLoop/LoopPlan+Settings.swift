import Journal
public import NavigationEvents
import EventBus
import Positions

/// A plan as a flat list of settings, in which the launcher passes it to the process of the loop.
///
/// | Key | Value |
/// |---|---|
/// | `endpoints.requests`, `endpoints.events` | text: ZeroMQ endpoints on this machine |
/// | `session` | text: name of the session |
/// | `cue_timing_factor` | number |
/// | `source.kind` | text: `gpsd`, `nmea`, `gpx`, `simulate`; without it there is no source, and no other `source.` key |
/// | `source.path`, `source.host` | text |
/// | `source.port`, `source.baud`, `source.seed` | integer |
/// | `source.start_time` | integer: nanoseconds since 1970-01-01T00:00:00Z |
/// | `source.pace` | text "max", or number: times the recorded pace |
/// | `source.speed_factor`, `source.noise_meters`, `source.rate_hertz` | number |
/// | `controls` | list: manifest ids of the installed controls |
/// | `control/ID/KEY` | any: a setting of the control ID |
/// | `roles/ID` | list: roles of the control ID |
/// | `journal.folder` | text: absolute path; without it the journal is in memory alone |
/// | `journal.most_bytes` | integer |
/// | `journal.seconds` | number |
/// | `access.remote.requests`, `access.remote.events`, `access.keys_folder` | text |
/// | `access.other_users` | list: roles |
/// | `access.most_peers`, `access.requests_per_second` | integer |
/// | `sessions.most` | integer: maximum number of sessions that may be opened |
/// | `resume_key` | text |
///
/// Missing keys keep the values of `LoopPlan()`.
extension LoopPlan {
    /// The plan as flat settings; ``init(settings:)`` reads them.
    public var settings: [String: SettingValue] {
        var settings: [String: SettingValue] = [
            "endpoints.requests": .text(endpoints.requests), "endpoints.events": .text(endpoints.events),
            "session": .text(session.name), "cue_timing_factor": .number(cueTimingFactor),
            "journal.most_bytes": .integer(Int64(journal.maxBytes)), "journal.seconds": .number(journal.seconds),
            "access.keys_folder": .text(access.keysFolder), "access.other_users": .list(names(of: access.otherUsers)),
            "access.most_peers": .integer(Int64(access.maxPeers)),
            "access.requests_per_second": .integer(Int64(access.requestsPerSecond)),
            "sessions.most": .integer(Int64(maxSessions)), "resume_key": .text(resumeKey),
            "controls": .list(controlSettings.keys.sorted()),
        ]
        settings["journal.folder"] = journal.folder.map { .text($0) }
        settings["access.remote.requests"] = access.remote.map { .text($0.requests) }
        settings["access.remote.events"] = access.remote.map { .text($0.events) }
        for (control, values) in controlSettings {
            for (key, value) in values { settings["control/\(control)/\(key)"] = value }
        }
        for (control, roles) in controlRoles { settings["roles/\(control)"] = .list(roles.map(\.rawValue)) }
        if let source { settings.merge(source.settings) { first, _ in first } }
        return settings
    }

    private func names(of roles: Set<Role>) -> [String] { roles.map(\.rawValue).sorted() }

    /// Reads ``settings``.
    ///
    /// - Throws: ``LoopError`` with the key if one is unknown, has a value of another type, or is out of range.
    public init(settings: [String: SettingValue]) throws(LoopError) {
        var reader = SettingsReader(settings)
        self.init()
        endpoints.requests = try reader.text("endpoints.requests") ?? endpoints.requests
        endpoints.events = try reader.text("endpoints.events") ?? endpoints.events
        if let name = try reader.text("session") {
            session = try reader.require(Session(name), "session", "is not a session name: \"\(name)\"")
        }
        cueTimingFactor = try reader.number("cue_timing_factor", 0.1...10) ?? cueTimingFactor
        resumeKey = try reader.text("resume_key") ?? resumeKey
        maxSessions = try reader.integer("sessions.most", 0...BusLimits.maxOpenedSessions) ?? maxSessions
        source = try SourcePlan(from: &reader)
        try readJournal(&reader)
        try readAccess(&reader)
        try readControls(&reader)
        try reader.finish()
    }

    private mutating func readJournal(_ reader: inout SettingsReader) throws(LoopError) {
        journal.folder = try reader.text("journal.folder")
        if let folder = journal.folder, !folder.hasPrefix("/") {
            throw reader.invalidKey("journal.folder", "is not an absolute path: \"\(folder)\"")
        }
        journal.maxBytes = try reader.integer("journal.most_bytes", 1...(1 << 40)) ?? journal.maxBytes
        journal.seconds = try reader.number("journal.seconds", 0...1e9) ?? journal.seconds
    }

    private mutating func readAccess(_ reader: inout SettingsReader) throws(LoopError) {
        let (requests, events) = (try reader.text("access.remote.requests"), try reader.text("access.remote.events"))
        switch (requests, events) {
        case (let requests?, let events?): access.remote = BusEndpoints(requests: requests, events: events)
        case (nil, nil): access.remote = nil
        default:
            throw reader.invalidKey("access.remote", "needs both access.remote.requests and access.remote.events")
        }
        access.keysFolder = try reader.text("access.keys_folder") ?? access.keysFolder
        access.otherUsers = try reader.roles("access.other_users").map(Set.init) ?? access.otherUsers
        access.maxPeers = try reader.integer("access.most_peers", 1...1_000_000) ?? access.maxPeers
        access.requestsPerSecond =
            try reader.integer("access.requests_per_second", 1...1_000_000) ?? access.requestsPerSecond
    }

    private mutating func readControls(_ reader: inout SettingsReader) throws(LoopError) {
        for control in try reader.list("controls") ?? [] { controlSettings[control] = [:] }
        for key in reader.keys(under: "control/") {
            let rest = key.dropFirst("control/".count)
            let (control, setting) = (rest.prefix { $0 != "/" }, rest.drop { $0 != "/" }.dropFirst())
            guard controlSettings[String(control)] != nil, !setting.isEmpty else {
                throw reader.invalidKey(key, "is a setting of a control that is not listed in \"controls\"")
            }
            controlSettings[String(control)]?[String(setting)] = reader.take(key)
        }
        for key in reader.keys(under: "roles/") {
            controlRoles[String(key.dropFirst("roles/".count))] = try reader.roles(key)
        }
    }
}

extension SourcePlan {
    fileprivate var settings: [String: SettingValue] {
        var settings: [String: SettingValue] = [
            "source.kind": .text(kind.rawValue), "source.host": .text(host), "source.port": .integer(Int64(port)),
            "source.baud": .integer(Int64(baud)), "source.speed_factor": .number(speedFactor),
            "source.noise_meters": .number(noiseMeters), "source.rate_hertz": .number(rateHertz),
            "source.seed": .integer(Int64(bitPattern: seed)),
        ]
        settings["source.path"] = path.map { .text($0) }
        settings["source.start_time"] = startTime.map { .integer($0.nanosecondsSinceEpoch) }
        settings["source.pace"] =
            switch pace {
            case .max: .text("max")
            case .factor(let factor): .number(factor)
            }
        return settings
    }

    fileprivate init?(from reader: inout SettingsReader) throws(LoopError) {
        guard let name = try reader.text("source.kind") else { return nil }
        self.init(
            kind: try reader.require(
                Kind(rawValue: name), "source.kind",
                "is \"\(name)\", not one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))"))
        path = try reader.text("source.path")
        host = try reader.text("source.host") ?? host
        port = UInt16(try reader.integer("source.port", 1...65_535) ?? Int(port))
        baud = try reader.integer("source.baud", 1...10_000_000) ?? baud
        speedFactor = try reader.number("source.speed_factor", 0...1000) ?? speedFactor
        noiseMeters = try reader.number("source.noise_meters", 0...1e6) ?? noiseMeters
        rateHertz = try reader.number("source.rate_hertz", 0...1000) ?? rateHertz
        seed = UInt64(
            bitPattern: Int64(try reader.integer("source.seed", Int.min...Int.max) ?? Int(bitPattern: UInt(seed))))
        startTime = try reader.integer("source.start_time", Int.min...Int.max).map {
            Timestamp(nanosecondsSinceEpoch: Int64($0))
        }
        switch reader.take("source.pace") {
        case nil: break
        case .text("max"): pace = .max
        case .number(let factor) where factor > 0 && factor.isFinite: pace = .factor(factor)
        case .integer(let factor) where factor > 0: pace = .factor(Double(factor))
        default: throw reader.invalidKey("source.pace", "is neither \"max\" nor a number above 0")
        }
        if kind == .nmea || kind == .gpx, path?.hasPrefix("/") != true {
            throw reader.invalidKey("source.path", "must be the absolute path of the source")
        }
    }
}
