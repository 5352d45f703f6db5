import Glibc
import NavigationControl
import NavigationEvents
import Platform
import NavigationControl

/// The command `navbus-router ask`: one route request, without a bus.
enum RouteAskCommand {
    /// Requests the route and prints the answer.
    static func run(_ arguments: [String]) -> ExitStatus {
        if arguments.contains(where: ["--help", "-h"].contains) {
            Terminal.lines(AskArguments.help)
            return .success
        }
        signal(SIGPIPE, SIG_IGN)
        do throws(AskArguments.Problem) {
            return answer(try AskArguments(arguments, variable: readVariable))
        } catch {
            complain(usage: error.text)
            return .usage
        }
    }

    private static func answer(_ ask: AskArguments) -> ExitStatus {
        do throws(RouterError) {
            let key = try RouterKey.read(file: ask.settings.keyFile)
            let regions = RegionServers()
            defer { regions.close() }
            let finder = RouteFinder(
                settings: ask.settings, key: key, client: CurlHTTPClient(connections: 1), regions: regions)
            return AnswerOutput.write(try found(finder, ask).document) ? .success : .outputError
        } catch {
            complain("failed to \(error)")
            return .unavailable
        }
    }

    private static func found(_ finder: RouteFinder, _ ask: AskArguments) throws(RouterError) -> FoundRoute {
        let box = BlockingResult<Result<FoundRoute, RouterError>>()
        _ = finder.find(ask.request, ask.wishes) { box.put($0) }
        return try box.wait().get()
    }
}
