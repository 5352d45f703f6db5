import NavigationControl
import NavigationEvents

/// The section `[router]` of the configuration.
struct RouterSettings: Hashable, Sendable {
    /// The engine of the server; `nil` if it is to be detected.
    var engine: Engine?
    /// The address of the server.
    var url = "http://127.0.0.1:8002"
    /// Addresses of separate servers, by travel mode.
    var urls: [TravelMode: String] = [:]
    /// Names of the profiles, by travel mode; the usual name of the engine for other modes.
    var profiles: [TravelMode: String] = [:]
    /// Language tag of the instructions.
    var language = "en-US"
    /// Whether the route reaches a stop on the driver's side of the road.
    var stopsOnOwnSide = false
    /// Maximum distance of a position from a road.
    var snapMeters = 1000.0
    /// Time limit for an answer.
    var timeoutSeconds = 10.0
    /// Number of immediate retries after a broken connection.
    var retries = 1
    /// Maximum number of concurrent requests.
    var connections = 8
    /// Path of the file with the key; empty if no file is used.
    var keyFile = ""

    /// Maximum number of requests that wait while all connections are busy.
    static let maxWaiting = 1024

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

    /// The name of a mode at an engine.
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
