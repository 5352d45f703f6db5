import ArgumentParser
import NavigationEvents
import Routes

/// `navbus start ROUTE`
struct StartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start navigation along a route on the running bus.")

    @OptionGroup var bus: BusOptions

    @Argument(
        help: ArgumentHelp("A routing engine's answer: Valhalla's own JSON, or the OSRM format.", valueName: "route"),
        completion: .file(extensions: ["json"]))
    var path: String

    @Option(help: "The engine's format; default: recognised from the document.")
    var provider: RouteProvider?

    @Option(help: "Which of the document's routes, counted from 0.")
    var alternative = 0

    func run() throws {
        let route = try RouteFile.read(path, provider: provider, alternative: alternative)
        _ = try bus.request(.start(bus.session, route))
        Output.line("started: \(Quantity.distance(route.distanceMeters)), \(Quantity.duration(route.durationSeconds))")
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
