import ArgumentParser
import EventBus
import NavigationEvents
import Routes

/// `navbus start ROUTE`, `navbus start --to PLACE`
struct StartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start navigation on the running bus, along a route or to a place.",
        discussion: """
            With a route: a file with the answer of a routing engine. With --to: a routing server is asked for the way \
            from the present position, or from --from; without --router that of NAVBUS_ROUTER, or the one on this \
            machine. When the route is left later, a router that runs with the bus finds another one: navbus run \
            --router URL.
            """)

    @OptionGroup var bus: BusOptions

    @Argument(
        help: ArgumentHelp("A routing engine's answer, as it came.", valueName: "route"),
        completion: .file(extensions: ["json", "gpx"]))
    var path: String?

    @Option(help: "The format of the route; default: recognised from the document.")
    var provider: RouteProvider?

    @Option(help: "Which of the document's routes, counted from 0.")
    var alternative = 0

    // South of the equator a place begins like an option.
    @Option(parsing: .unconditional, help: ArgumentHelp("Where to go, such as 49.4087,8.7100.", valueName: "lat,lon"))
    var to: Coordinate?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A stop on the way, such as 49.4087,8.7100; may be given several times, in their order.",
            valueName: "lat,lon"))
    var via: [Coordinate] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Where the way begins, such as 49.4087,8.7100; default: the latest position on the bus.",
            valueName: "lat,lon"))
    var from: Coordinate?

    @Option(help: "How one travels.")
    var mode = TravelModeName.car

    @OptionGroup var router: RouterOptions

    func validate() throws {
        if (path == nil) == (to == nil) {
            throw ValidationError("Give either a route or --to LAT,LON: where the way is, or where it is to lead.")
        }
        if to != nil, provider != nil || alternative != 0 {
            throw ValidationError(
                "--provider and --alternative go with a route; with --to, --engine says who is asked.")
        }
        guard to == nil else { return }
        if from != nil || !via.isEmpty || router.isGiven || mode != .car {
            throw ValidationError("--from, --via, --mode, --router and --engine go with --to; a route has its own.")
        }
    }

    func run() async throws {
        let route = try await route()
        _ = try bus.request(.start(bus.session, route))
        Output.line("started: \(Quantity.distance(route.distanceMeters)), \(Quantity.duration(route.durationSeconds))")
    }

    private func route() async throws -> Route {
        if let path { return try RouteFile.read(path, provider: provider, alternative: alternative) }
        let program = try RouterProgram()
        var question = RouterProgram.Question(
            from: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0), stops: via + (to.map { [$0] } ?? []),
            mode: mode.mode,
            url: router.address, engine: router.engine)
        try begin(&question)
        return try await program.ask(question)
    }

    private func begin(_ question: inout RouterProgram.Question) throws {
        if let from {
            question.from = from
            return
        }
        let client = try BusClient(requests: bus.requestsEndpoint)
        if let age = try PresentPosition.age(of: bus.session, client), age > PresentPosition.mostAgeSeconds {
            throw ValidationError(
                "The last position of \(bus.session.name) is \(Quantity.duration(age)) old; wait for a new one, or say where "
                    + "the way begins: --from.")
        }
        guard let fix = try PresentPosition.fix(of: bus.session, client) else {
            throw ValidationError(
                "The bus has no position of \(bus.session.name) yet; wait for one, or say where the way begins: --from."
            )
        }
        question.from = fix.position
        question.courseDegrees = PresentPosition.course(of: fix)
    }
}

/// `navbus stop`
struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Stop navigation on the running bus; the bus itself goes on.")

    @OptionGroup var bus: BusOptions

    func run() throws {
        _ = try bus.request(.stop(bus.session))
        Output.line("stopped")
    }
}
