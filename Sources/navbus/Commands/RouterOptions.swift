import ArgumentParser
import NavigationEvents
import Platform

/// The options that select the source of routes.
struct RouterOptions: ParsableArguments {
    @Option(
        name: .customLong("router"),
        help: ArgumentHelp(
            "Source of routes: the address of a routing server, such as http://127.0.0.1:8002, region:NAME for an offline "
                + "region, or auto for the region around the positions.", valueName: "url"))
    var address: String?

    @Option(help: "The kind of the server: valhalla, osrm, mapbox, graphhopper; default: detected by a request.")
    var engine: String?

    private static let engines = ["auto", "valhalla", "osrm", "mapbox", "graphhopper"]

    /// Checks the options before the run starts, so that a wrong address does not first fail at a rerouting.
    func validate() throws {
        if let address, address != "auto", !address.hasPrefix("region:") {
            // The address may contain a password, so it is not shown.
            let rest = ["http://", "https://"].first(where: address.hasPrefix).map { address.dropFirst($0.count) }
            guard let rest, let first = rest.first, first != "/", first != ":" else {
                throw ValidationError(
                    "--router: the address must have the form http://HOST:PORT or https://HOST; or give region:NAME, or auto."
                )
            }
        }
        guard let engine, !Self.engines.contains(engine) else { return }
        throw ValidationError("--engine \(engine.printable): use \(Self.engines.joined(separator: ", ")).")
    }

    /// Whether any of the options was given.
    var isGiven: Bool { address != nil || engine != nil }
}
