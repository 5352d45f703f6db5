import ArgumentParser
import NavigationEvents
import Platform

/// Which routing server is asked.
struct RouterOptions: ParsableArguments {
    @Option(
        name: .customLong("router"),
        help: ArgumentHelp("Address of a routing server, such as http://127.0.0.1:8002.", valueName: "url"))
    var address: String?

    @Option(help: "What kind of server it is: valhalla, osrm, mapbox, graphhopper; default: found out by asking it.")
    var engine: String?

    private static let engines = ["auto", "valhalla", "osrm", "mapbox", "graphhopper"]

    /// A run is not to begin, and find out behind its first turn that nobody can be asked.
    func validate() throws {
        if let address {
            // The address itself may hold a password: it is not shown.
            let rest = ["http://", "https://"].first(where: address.hasPrefix).map { address.dropFirst($0.count) }
            guard let rest, let first = rest.first, first != "/", first != ":" else {
                throw ValidationError("--router: an address of a server is http://HOST:PORT, or https://HOST.")
            }
        }
        guard let engine, !Self.engines.contains(engine) else { return }
        throw ValidationError("--engine \(engine.printable): use \(Self.engines.joined(separator: ", ")).")
    }

    /// Whether any of them was given.
    var isGiven: Bool { address != nil || engine != nil }
}
