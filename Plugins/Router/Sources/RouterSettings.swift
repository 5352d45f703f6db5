import NavigationControl
import NavigationEvents

/// The section `[router]` of the configuration; the only place that reads it.
struct RouterSettings: Hashable, Sendable {
    /// The kind of the server; `nil`: found out by asking it.
    var engine: Engine?
    /// Where the server is.
    var url = "http://127.0.0.1:8002"
    /// Other servers, for the modes that have one.
    var urls: [TravelMode: String] = [:]
    /// What the engine calls a mode; its usual name where there is none.
    var profiles: [TravelMode: String] = [:]
    /// Language tag of the instructions.
    var language = "en-US"
    /// Whether a stop is to lie on one's own side of the road.
    var stopsOnOwnSide = false
    /// How far a place may lie from a road.
    var snapMeters = 1000.0
    /// How long an answer may take.
    var timeoutSeconds = 10.0
    /// How often is asked again at once when a connection breaks.
    var retries = 1
    /// How many answers are computed at the same time.
    var connections = 8
    /// File that holds the key; empty for none.
    var keyFile = ""

    /// Requests that wait when all connections are busy.
    static let mostWaiting = 1024

    init() {}

    init(_ settings: Settings) throws(SettingsError) {
        let name = try settings.text("engine", default: "auto")
        engine = name == "auto" ? nil : try settings.choice("engine", default: Engine.valhalla)
        url = try settings.text("url", default: url)
        language = try settings.text("language", default: language)
        stopsOnOwnSide = try settings.bool("stopsOnOwnSide", default: stopsOnOwnSide)
        snapMeters = try settings.number("snapMeters", default: snapMeters, in: 10...100_000)
        timeoutSeconds = try settings.number("timeoutSeconds", default: timeoutSeconds, in: 0.1...25)
        retries = try settings.integer("retries", default: retries, in: 0...5)
        connections = try settings.integer("connections", default: connections, in: 1...64)
        keyFile = try settings.path("keyFile", default: keyFile)
        for (mode, name) in [(TravelMode.car, "car"), (.bicycle, "bicycle"), (.foot, "foot")] {
            let profile = try settings.text("profiles.\(name)", default: "")
            if !profile.isEmpty { profiles[mode] = profile }
            guard mode != .car else { continue }
            let url = try settings.text("urls.\(name)", default: "")
            if !url.isEmpty { urls[mode] = url }
        }
        for (key, text) in addresses {
            do {
                _ = try ServerAddress(text)
            } catch {
                throw .invalid(key: key, value: "\"\(ServerAddress.withoutSecrets(text))\"", reason: error.reason)
            }
        }
    }

    /// The address of the server for a mode.
    func url(for mode: TravelMode) -> String { urls[mode] ?? url }

    /// What the engine calls a mode.
    func profile(_ mode: TravelMode, of engine: Engine) -> String {
        if let profile = profiles[mode == .unknown ? .car : mode] { return profile }
        return switch (engine, mode) {
        case (.valhalla, .bicycle): "bicycle"
        case (.valhalla, .foot): "pedestrian"
        case (.valhalla, _): "auto"
        case (.graphhopper, .bicycle): "bike"
        case (.graphhopper, .foot): "foot"
        case (.graphhopper, _): "car"
        case (_, .bicycle): "cycling"
        case (_, .foot): "walking"
        case (_, _): "driving"
        }
    }

    private var addresses: [(key: String, text: String)] {
        [("url", url)] + urls.map { ($0 == .foot ? "urls.foot" : "urls.bicycle", $1) }
    }
}
