import Glibc
import NavigationEvents
import Platform

/// The command `navbus-router ask`: one route request, without a bus.
enum AskCommand {
    /// Requests the route and prints the answer.
    static func run(_ arguments: [String]) -> ExitCode {
        if arguments.contains(where: ["--help", "-h"].contains) {
            Terminal.lines(AskArguments.help)
            return .found
        }
        signal(SIGPIPE, SIG_IGN)
        do throws(AskArguments.Problem) {
            return answer(try AskArguments(arguments, variable: readVariable))
        } catch {
            logError(error.text)
            return .usage
        }
    }

    private static func answer(_ ask: AskArguments) -> ExitCode {
        do throws(RouterError) {
            let key = try RouterKey.read(file: ask.settings.keyFile)
            let finder = RouteFinder(settings: ask.settings, key: key, client: CurlHTTPClient(connections: 1))
            return write(try found(finder, ask))
        } catch {
            logError("failed to \(error)")
            return .unavailable
        }
    }

    private static func found(_ finder: RouteFinder, _ ask: AskArguments) throws(RouterError) -> FoundRoute {
        let box = BlockingResult<Result<FoundRoute, RouterError>>()
        _ = finder.find(ask.request) { box.put($0) }
        return try box.wait().get()
    }

    private static func write(_ found: FoundRoute) -> ExitCode {
        // A program gets the answer as the server wrote it; control characters are removed for a terminal.
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let shown =
            isTerminal ? [UInt8](String(decoding: found.document, as: UTF8.self).printableLines.utf8) : found.document
        var rest = shown[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                logError("failed to write the answer: \(String(cString: strerror(errno)))")
                return .brokenOutput
            }
        }
        return .found
    }
}
