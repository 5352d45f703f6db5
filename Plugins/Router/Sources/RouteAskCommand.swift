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
            let finder = RouteFinder(settings: ask.settings, key: key, client: CurlHTTPClient(connections: 1))
            return write(try found(finder, ask))
        } catch {
            complain("failed to \(error)")
            return .unavailable
        }
    }

    private static func found(_ finder: RouteFinder, _ ask: AskArguments) throws(RouterError) -> FoundRoute {
        let box = BlockingResult<Result<FoundRoute, RouterError>>()
        _ = finder.find(ask.request) { box.put($0) }
        return try box.wait().get()
    }

    private static func write(_ found: FoundRoute) -> ExitStatus {
        // A program gets the answer as the server wrote it; control characters are removed for a terminal.
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let shown =
            isTerminal ? [UInt8](String(decoding: found.document, as: UTF8.self).printableLines.utf8) : found.document
        let code = WholeFile.write(shown, to: STDOUT_FILENO)
        guard code == 0 else {
            complain("failed to write the answer: \(SystemError.text(code))")
            return .outputError
        }
        return .success
    }
}
