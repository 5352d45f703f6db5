import ArgumentParser

/// Which routing server is asked.
struct RouterOptions: ParsableArguments {
    @Option(
        name: .customLong("router"),
        help: ArgumentHelp(
            "Address of a routing server, such as http://127.0.0.1:8002; default: NAVBUS_ROUTER.", valueName: "url"))
    var address: String?

    @Option(help: "What kind of server it is: valhalla, osrm, mapbox, graphhopper; default: found out by asking it.")
    var engine: String?

    /// Whether any of them was given.
    var isGiven: Bool { address != nil || engine != nil }
}
