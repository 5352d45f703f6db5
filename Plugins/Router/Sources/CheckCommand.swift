import Dispatch
import Glibc
import Synchronization

/// `navbus-router check`: whether a routing server answers at all, and what it is.
enum CheckCommand {
    private static let patienceSeconds = 3.0

    /// Asks the server for its status.
    static func run(_ arguments: [String]) -> Ending {
        var settings = RouterSettings()
        if let url = readVariable("NAVBUS_ROUTER") { settings.url = url }
        switch (arguments.count, arguments.first) {
        case (0, _): break
        case (2, "--url"): settings.url = arguments[1]
        default:
            say("usage: navbus-router check [--url URL]")
            return .usage
        }
        do throws(RouterError) {
            print(try answer(settings))
            return .found
        } catch {
            say("failed to \(error)")
            return .none
        }
    }

    private static func answer(_ settings: RouterSettings) throws(RouterError) -> String {
        let address: ServerAddress
        do {
            address = try ServerAddress(settings.url)
        } catch {
            throw .badAddress(ServerAddress.withoutSecrets(settings.url), reason: error.reason)
        }
        let server = RouterError.Server(engine: Engine(host: address.host), address: address.shown)
        guard let url = address.url(path: "/status") else { throw .unaskable(server) }
        let box = AnswerBox<Result<WebAnswer, WebFailure>>()
        let client = CurlWebClient(connections: 1)
        _ = client.send(WebRequest(url: url), timeoutSeconds: patienceSeconds) { box.put($0) }
        switch box.wait() {
        case .failure(let failure): throw .web(server, failure)
        case .success(let answer):
            guard let engine = server.engine ?? Engine(status: answer) else {
                throw .unknownEngine(address: address.shown)
            }
            return "\(engine.title) answers at \(address.shown)"
        }
    }
}
