// Made from plugin.toml by navbus control settings: change plugin.toml instead.
// swift-format-ignore-file
import NavigationControl

/// The section `[router]` of the configuration.
struct RouterSettings: Hashable, Sendable {
    /// The values of `engine`.
    enum EngineChoice: String, CaseIterable, Sendable {
        /// The control detects the engine with one request.
        case auto
        /// Valhalla.
        case valhalla
        /// OSRM.
        case osrm
        /// Mapbox Directions.
        case mapbox
        /// GraphHopper.
        case graphhopper
    }

    /// The table `[router.urls]`.
    struct Urls: Hashable, Sendable {
        /// Source of the routes of bicycles, like url; empty for url itself.
        var bicycle = ""
        /// Source of the routes of pedestrians, like url; empty for url itself.
        var foot = ""
    }

    /// The table `[router.profiles]`.
    struct Profiles: Hashable, Sendable {
        /// Profile of the server for cars; empty for the usual name of the engine.
        var car = ""
        /// Profile of the server for bicycles; empty for the usual name of the engine.
        var bicycle = ""
        /// Profile of the server for pedestrians; empty for the usual name of the engine.
        var foot = ""
    }

    /// Engine of the routing server. One of: `auto`, `valhalla`, `osrm`, `mapbox`, `graphhopper`.
    var engine = EngineChoice.auto
    /// Source of the routes: auto for the offline region around the positions or else a server at
    /// http://127.0.0.1:8002, region:NAME for a region, or the address of a routing server, without secrets.
    var url = "auto"
    /// Language tag of the instructions.
    var language = "en-US"
    /// Whether the route reaches a stop on the driver's side of the road, even by a longer route.
    var stopsOnOwnSide = false
    /// Whether the landmarks of the offline regions are added to the routes.
    var landmarks = true
    /// Maximum distance of a waypoint from a road, in metres. Range: 10 to 100000.
    var snapMeters = 1000.0
    /// Time limit for the whole answer, in seconds; guidance waits for 30. Range: 0.1 to 25.
    var timeoutSeconds = 10.0
    /// Number of immediate retries after a broken connection. Range: 0 to 5.
    var retries = 1
    /// Maximum number of concurrent requests; further requests wait. Range: 1 to 64.
    var connections = 8
    /// File with the key of the service in its first line; if empty, the key is in NAVBUS_ROUTER_KEY.
    var keyFile = ""
    /// The table `[router.urls]`.
    var urls = Urls()
    /// The table `[router.profiles]`.
    var profiles = Profiles()

    /// The default settings.
    init() {}

    /// Reads the section.
    ///
    /// - Throws: ``SettingsError`` for a value of the wrong type or outside its range.
    init(_ settings: Settings) throws(SettingsError) {
        engine = try settings.choice("engine", default: engine)
        url = try settings.text("url", default: url)
        language = try settings.text("language", default: language)
        stopsOnOwnSide = try settings.bool("stopsOnOwnSide", default: stopsOnOwnSide)
        landmarks = try settings.bool("landmarks", default: landmarks)
        snapMeters = try settings.number("snapMeters", default: snapMeters, in: 10...100000)
        timeoutSeconds = try settings.number("timeoutSeconds", default: timeoutSeconds, in: 0.1...25)
        retries = try settings.integer("retries", default: retries, in: 0...5)
        connections = try settings.integer("connections", default: connections, in: 1...64)
        keyFile = try settings.path("keyFile", default: keyFile)
        urls.bicycle = try settings.text("urls.bicycle", default: urls.bicycle)
        urls.foot = try settings.text("urls.foot", default: urls.foot)
        profiles.car = try settings.text("profiles.car", default: profiles.car)
        profiles.bicycle = try settings.text("profiles.bicycle", default: profiles.bicycle)
        profiles.foot = try settings.text("profiles.foot", default: profiles.foot)
        try check()
    }
}
