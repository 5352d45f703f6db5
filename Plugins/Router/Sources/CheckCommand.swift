import Dispatch
import Glibc
import NavigationControl
import NavigationEvents
import Platform
import NavigationControl
import Regions

/// The command `navbus-router check`: reports whether a routing server answers, and its engine.
enum CheckCommand {
    private static let timeoutSeconds = 3.0

    private static let help = """
        navbus-router check: reports whether a routing server answers, and its engine.

        Usage: navbus-router check [--url URL] [--engine ENGINE] [--key-file FILE]

          --url URL                address of the server, region:NAME for an offline region, or auto for any region or
                                   else \(RouteSource.usualServer); default: NAVBUS_ROUTER, else \(RouterSettings().url)
          --engine ENGINE          \(Engine.allCases.map(\.rawValue).joined(separator: ", ")); default: detected
          --key-file FILE          file that contains the key of the service; default: the key in NAVBUS_ROUTER_KEY

        Exit codes: 0 the server answers, 64 wrong usage, 69 it does not.
        """

    /// Requests the status of the server and prints the result.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        guard let settings = settings(arguments) else {
            complain(usage: "check takes only --url URL, --engine ENGINE and --key-file FILE")
            return .usage
        }
        do throws(RouterError) {
            Terminal.line(try answer(settings, timeoutSeconds: timeoutSeconds))
            return .success
        } catch {
            complain("failed to \(error)")
            return .unavailable
        }
    }

    /// The defaults, with the server that `NAVBUS_ROUTER` names.
    static var standardSettings: RouterSettings {
        var settings = RouterSettings()
        if let url = readVariable("NAVBUS_ROUTER") { settings.url = url }
        return settings
    }

    private static func settings(_ arguments: [String]) -> RouterSettings? {
        var settings = standardSettings
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch option {
            case "--url": settings.url = value
            case "--engine":
                guard let engine = RouterSettings.EngineChoice(rawValue: value) else { return nil }
                settings.engine = engine
            case "--key-file": settings.keyFile = value
            default: return nil
            }
        }
        return settings
    }

    /// Requests the status of the server, and returns its engine and address in words.
    static func answer(_ settings: RouterSettings, timeoutSeconds: Double) throws(RouterError) -> String {
        switch try settings.source(for: .car) {
        case .region(let name): return try answer(of: RegionRoads(library: .ofThisProcess).region(name))
        case .server(let address): return try answer(at: address, settings, timeoutSeconds)
        case .automatic:
            if let region = RegionRoads(library: .ofThisProcess).all.first { return try answer(of: region) }
            return try answerOfUsualServer(settings, timeoutSeconds: timeoutSeconds)
        }
    }

    /// Starts Valhalla for a region, and returns the time in words.
    static func answer(of region: Region) throws(RouterError) -> String {
        let start = MonotonicInstant.now
        let server = try ValhallaProcess(region)
        defer { server.end() }
        try server.waitUntilItListens()
        let milliseconds = Int(MonotonicInstant.now.seconds(since: start) * 1000)
        return "Valhalla answers with the routes of the region \(region.name), \(milliseconds) ms after its start"
    }

    /// The answer of the server that is used without a region.
    static func answerOfUsualServer(_ settings: RouterSettings, timeoutSeconds: Double) throws(RouterError) -> String {
        do throws(RouterError) {
            return try answer(settings.settings(at: RouteSource.usualServer), timeoutSeconds: timeoutSeconds)
        } catch {
            if case .web(_, .unreachable) = error { throw .noSource(reason: "there is no offline region with routes") }
            throw error
        }
    }

    private static func answer(
        at address: ServerAddress, _ settings: RouterSettings, _ timeoutSeconds: Double
    ) throws(RouterError) -> String {
        let key = try RouterKey.read(file: settings.keyFile)
        do throws(RouterError) {
            return try ask(address, settings.knownEngine, key: key, timeoutSeconds: timeoutSeconds)
        } catch {
            throw error.redacting(Secrets(key: key, address: address))
        }
    }

    private static func ask(
        _ address: ServerAddress, _ asked: Engine?, key: String?, timeoutSeconds: Double
    ) throws(RouterError) -> String {
        let known = asked ?? Engine(host: address.host)
        let server = RouterError.Server(engine: known, address: address.shown)
        guard let question = address.statusRequest(known, key: key) else { throw .invalidRequest(server) }
        let box = BlockingResult<Result<HTTPResponse, HTTPFailure>>()
        let client = CurlHTTPClient(connections: 1)
        _ = client.send(question, timeoutSeconds: timeoutSeconds) { box.put($0) }
        switch box.wait() {
        case .failure(let failure): throw .web(server, failure)
        case .success(let answer):
            if let refusal = answer.refusal(of: server) { throw refusal }
            guard let engine = known ?? Engine(status: answer) else { throw .unknownEngine(address: address.shown) }
            return "\(engine.title) answers at \(address.shown)"
        }
    }
}
