import NavigationEvents
import Positions
import Routes
import Supervisor
import TOML

/// Reads a configuration file. Paths in it are relative to the file's folder.
struct ConfigurationReader {
    private let file: String
    private let knownControls: [String]
    private let refusal: (String) -> ConfigurationError?
    private let document: TOMLDocument

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - knownControls: The ids of the installed controls, whose sections are allowed.
    ///   - overrides: Settings that override the sections of navbus itself. Paths in them are relative to the working
    ///     folder.
    ///   - refusal: Returns why an installed control cannot be used; `nil` if it is not installed.
    init(
        file: String, knownControls: [String], overrides: [SettingOverride] = [],
        refusal: @escaping (String) -> ConfigurationError? = { _ in nil }
    ) throws(ConfigurationError) {
        self.file = file
        self.knownControls = knownControls
        self.refusal = refusal
        document = try TOMLDocument(file: file)
        for override in overrides {
            let (section, key, value) = (override.control, override.key, override.value)
            if Self.paths.contains("\(section).\(key)") {
                // An empty path means "no path": it must not become the working folder.
                let path = value.isEmpty ? "" : PathResolver(base: ".").resolve(value)
                try document.set(key, of: section, toText: path, by: override.text)
            } else {
                try document.set(key, of: section, to: value, by: override.text)
            }
        }
    }

    /// The configuration; throws at the first error.
    package func configuration() throws(ConfigurationError) -> RunConfiguration {
        let root = document.root
        try refuseUnusable(root)
        try root.allowOnly(["controls"] + Self.sections + knownControls)
        let controls = try root.list("controls") ?? []
        for id in controls where !knownControls.contains(id) {
            let known =
                knownControls.isEmpty ? "none is installed" : "installed: \(knownControls.joined(separator: ", "))"
            throw root.error("controls", "there is no control \"\(id)\"; \(known)")
        }
        if let twice = controls.indices.first(where: { controls[..<$0].contains(controls[$0]) }) {
            throw root.error("controls", "\"\(controls[twice])\" is listed twice; name each control once")
        }
        var configuration = RunConfiguration(
            file: file, controls: controls, bus: try bus(root.section("bus")),
            source: try source(root.section("source")),
            route: try route(root.section("route")), guidance: try guidance(root.section("guidance")),
            controlSections: try controlSections(root))
        configuration.passesTimeWithPositions = try sessionTime(root.section("guidance")) == .positions
        try readService(root, into: &configuration)
        return configuration
    }

    /// Throws the reason if a named control is installed but cannot be used, instead of reporting it as unknown.
    private func refuseUnusable(_ root: TOMLSection) throws(ConfigurationError) {
        let named = (try root.list("controls") ?? []).map { (key: "controls", id: $0) }
        for (key, id) in named + root.keys.map({ (key: $0, id: $0) }) where !knownControls.contains(id) {
            guard !Self.sections.contains(id), let refusal = refusal(id) else { continue }
            throw root.error(key, "the control \"\(id)\" cannot be used: \(refusal)")
        }
    }

    /// The sections of navbus itself.
    static let sections = [
        "bus", "source", "route", "guidance", "journal", "remote", "access", "supervision", "log", "record", "metrics",
    ]
    /// The keys that hold paths.
    private static let paths: Set<String> = [
        "source.path", "route.path", "journal.folder", "remote.keys", "log.file", "record.file",
    ]

    private func bus(_ section: TOMLSection?) throws(ConfigurationError) -> RunConfiguration.BusSettings {
        var bus = RunConfiguration.BusSettings()
        guard let section else { return bus }
        try section.allowOnly(["session", "requests", "events", "program"])
        if let name = try section.text("session") {
            guard let session = Session(name) else {
                throw section.error("session", "\"\(name)\" is no session name: use 1 to 32 of a-z, 0-9, - and _")
            }
            bus.session = session
        }
        if let program = try section.text("program") {
            guard knownControls.contains(program) else {
                throw section.error("program", "there is no control \"\(program)\"; a fleet guides with \"link\"")
            }
            bus.program = program
        }
        bus.requestsEndpoint = try section.text("requests")
        bus.eventsEndpoint = try section.text("events")
        if (bus.requestsEndpoint == nil) != (bus.eventsEndpoint == nil) {
            throw section.error("requests", "give both endpoints, bus.requests and bus.events, or neither")
        }
        try differ(section, bus.requestsEndpoint, bus.eventsEndpoint)
        return bus
    }

    static let sourceKeys = [
        "kind", "path", "host", "port", "listen", "token", "baud", "speed", "speedFactor", "noiseMeters", "seed",
        "rateHertz", "startTime",
    ]
    static let routeKeys = ["path", "provider", "alternative"]

    private func source(_ section: TOMLSection?) throws(ConfigurationError) -> SourcePlan? {
        guard let section else { return nil }
        try section.allowOnly(Self.sourceKeys)
        let kind: SourcePlan.Kind = try choice(section, "kind", required: true) ?? .gpsd
        var source = SourcePlan(kind: kind)
        source.path = try section.text("path").flatMap { $0.isEmpty ? nil : absolute($0) }
        if source.path == nil, kind == .nmea || kind == .gpx {
            throw section.error("kind", "\"path\" is missing: a source of kind \"\(kind.rawValue)\" reads a file")
        }
        source.host = try section.text("host") ?? source.host
        source.port = try positive(section, "port", below: 65536).map(UInt16.init) ?? source.port
        source.listen = try section.text("listen")
        source.token = try section.text("token").flatMap { $0.isEmpty ? nil : $0 }
        source.baud = try positive(section, "baud", below: 4_000_001) ?? source.baud
        source.pace = try pace(section) ?? source.pace
        source.speedFactor = try amount(section, "speedFactor", 0.1...10) ?? source.speedFactor
        source.noiseMeters = try amount(section, "noiseMeters", 0...100) ?? source.noiseMeters
        source.seed = try positive(section, "seed", below: .max).map(UInt64.init) ?? source.seed
        source.rateHertz = try amount(section, "rateHertz", 0.01...100) ?? source.rateHertz
        source.startTime = try time(section, "startTime")
        return source
    }

    private func time(_ section: TOMLSection, _ key: String) throws(ConfigurationError) -> Timestamp? {
        guard let text = try section.text(key) else { return nil }
        guard let time = Timestamp(iso8601: text) else {
            throw section.error(
                key, "\"\(key)\" must be a date and time such as \"2026-05-04T08:00:00Z\", not \"\(text)\"")
        }
        return time
    }

    private func pace(_ section: TOMLSection) throws(ConfigurationError) -> ReplayPace? {
        guard section.keys.contains("speed") else { return nil }
        if let word = try? section.text("speed"), let pace = ReplayPace(word) { return pace }
        if let factor = try? section.number("speed"), factor > 0, factor.isFinite { return .factor(factor) }
        throw section.error("speed", "\"source.speed\" must be a factor above 0 or \"max\"")
    }

    private func route(_ section: TOMLSection?) throws(ConfigurationError) -> RunConfiguration.RouteSettings? {
        guard let section else { return nil }
        try section.allowOnly(Self.routeKeys)
        let path = try section.requiredText("path")
        guard !path.isEmpty else { throw section.error("path", "\"route.path\" is empty; name the file of a route") }
        var route = RunConfiguration.RouteSettings(path: absolute(path))
        route.provider = try choice(section, "provider", required: false)
        route.alternative = try section.integer("alternative") ?? 0
        return route
    }

    private func guidance(_ section: TOMLSection?) throws(ConfigurationError) -> GuidanceTiming {
        guard let section else { return .normal }
        try section.allowOnly(["timing", "time"])
        return try choice(section, "timing", required: false) ?? .normal
    }

    private func sessionTime(_ section: TOMLSection?) throws(ConfigurationError) -> SessionTime {
        guard let section else { return .clock }
        return try choice(section, "time", required: false) ?? .clock
    }

    private func controlSections(_ root: TOMLSection) throws(ConfigurationError) -> [String: RunConfiguration
        .ControlSection]
    {
        var sections: [String: RunConfiguration.ControlSection] = [:]
        for id in knownControls {
            guard let section = try root.section(id) else { continue }
            let values = try section.flattened()
            var locations: [String: FilePosition] = [:]
            for key in values.keys { locations[key] = section.place(of: key) }
            sections[id] = RunConfiguration.ControlSection(values: values, locations: locations)
        }
        return sections
    }

    // MARK: - Values

    /// The absolute form of a path of the file; relative paths start at the folder of the file.
    func absolute(_ path: String) -> String {
        PathResolver(folderOf: file).resolve(path)
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ section: TOMLSection, _ key: String, required: Bool
    ) throws(ConfigurationError) -> Choice? where Choice.RawValue == String {
        guard let word = required ? try section.requiredText(key) : try section.text(key) else { return nil }
        guard let choice = Choice(rawValue: word) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw section.error(key, "\"\(word)\" is not possible here; use one of: \(words)")
        }
        return choice
    }

    /// Throws if requests and events have the same endpoint: each needs its own socket.
    func differ(_ section: TOMLSection, _ requests: String?, _ events: String?) throws(ConfigurationError) {
        guard let requests, let events, requests == events, !requests.hasSuffix(":*") else { return }
        throw section.error("events", "requests and events cannot share \(events); give each an endpoint of its own")
    }

    func positive(_ section: TOMLSection, _ key: String, below end: Int) throws(ConfigurationError) -> Int? {
        guard let value = try section.integer(key) else { return nil }
        guard value > 0, value < end || end == .max else {
            let bound = end == .max ? "" : " and below \(end)"
            throw section.error(key, "\"\(key)\" must be a whole number above 0\(bound), not \(value)")
        }
        return value
    }

    func amount(
        _ section: TOMLSection, _ key: String, _ range: ClosedRange<Double>
    ) throws(ConfigurationError) -> Double? {
        guard let value = try section.number(key) else { return nil }
        guard range.contains(value) else {
            let (least, most) = (range.lowerBound, range.upperBound)
            throw section.error(key, "\"\(key)\" must be a number from \(least) to \(most), not \(value)")
        }
        return value
    }
}
