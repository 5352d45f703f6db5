import Launcher
import CommandOutput
import ArgumentParser
import EventBus
import NavigationEvents
import Regions
import RouteRequests
import Routes

/// `navbus start ROUTE`, `navbus start --to PLACE`
struct StartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start navigation on the running bus, along a route or to a place.",
        discussion: """
            With a route: a file with the answer of a routing server. With --to: the route is computed from the present \
            position, or from --from; without --router by the source of NAVBUS_ROUTER, else by the offline region around \
            the positions, else by a server on this machine. Rerouting later requires a router that runs with the bus: \
            navbus run --router auto.
            """)

    @OptionGroup var bus: BusOptions

    @Argument(
        help: ArgumentHelp("A file with the unchanged answer of a routing server.", valueName: "route"),
        completion: .file(extensions: ["json", "gpx"]))
    var path: String?

    @Option(help: "The format of the route; default: detected from the file.")
    var provider: RouteProvider?

    @Option(help: "Which route of the file, counted from 0.")
    var alternative = 0

    // A latitude south of the equator begins with a minus sign, like an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The destination: a position such as 49.4087,8.7100, a geo: URI, or a name.",
            valueName: "place"))
    var to: Destination?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A stop on the way, like --to; may be given several times, in their order.", valueName: "place"))
    var via: [Destination] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The start of the route, such as 49.4087,8.7100; default: the latest position on the bus.",
            valueName: "lat,lon"))
    var from: Coordinate?

    @Option(help: "The mode of travel.")
    var mode = TravelModeName.car

    @OptionGroup var server: RouterOptions

    @OptionGroup var geocoder: GeocoderOptions

    func validate() throws {
        if (path == nil) == (to == nil) {
            throw ValidationError("Give either a file with a route, or a destination with --to PLACE.")
        }
        if to != nil, provider != nil || alternative != 0 {
            throw ValidationError(
                "--provider and --alternative are for a file with a route; with --to, give --engine.")
        }
        guard to == nil else { return }
        if from != nil || !via.isEmpty || server.isGiven || mode != .car || geocoder.address != nil {
            throw ValidationError(
                "--from, --via, --mode, --router, --engine and --geocoder are for --to, not for a route file.")
        }
    }

    func run() async throws {
        var route = try await route()
        for problem in RegionLibrary.ofThisProcess.addLandmarks(to: &route) {
            Output.error("\(Style.error.yellow("warning:")) failed to \(problem)")
        }
        _ = try bus.request(.start(bus.session, route))
        Output.line("started: \(Quantity.distance(route.distanceMeters)), \(Quantity.duration(route.durationSeconds))")
    }

    private func route() async throws -> Route {
        if let path { return try RouteFile.read(path, provider: provider, alternative: alternative) }
        let router = try InstalledRouter()
        var query = InstalledRouter.Query(
            from: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0), stops: [], mode: mode.mode,
            url: server.address, engine: server.engine)
        try begin(&query)
        var finder = PlaceFinder(geocoder: geocoder)
        for place in via + (to.map { [$0] } ?? []) {
            query.stops.append(try await place.position(near: query.from, &finder))
        }
        return try await router.ask(query)
    }

    private func begin(_ query: inout InstalledRouter.Query) throws {
        if let from {
            query.from = from
            return
        }
        let client = try bus.client()
        if let age = try LatestFix.age(of: bus.session, client), age > InstalledRouter.maxFixAgeSeconds {
            throw ValidationError(
                "The last position of \(bus.session.name) is \(Quantity.duration(age)) old; wait for a new one, "
                    + "or give the start of the route with --from.")
        }
        guard let fix = try LatestFix.fix(of: bus.session, client) else {
            throw ValidationError(
                "The bus has no position of \(bus.session.name) yet; wait for one, or give the start with --from."
            )
        }
        query.begin(at: fix)
    }
}

/// `navbus stop`
struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Stop navigation on the running bus; the bus keeps running.")

    @OptionGroup var bus: BusOptions

    func run() throws {
        _ = try bus.request(.stop(bus.session))
        Output.line("stopped")
    }
}
