import Dispatch
import Glibc
import Synchronization

/// `navbus-router ask`: one question, without a bus.
enum AskCommand {
    private enum Ending: Int32 {
        case found = 0
        case usage = 64
        case none = 69
        case brokenOutput = 74
    }

    /// Asks; does not return.
    static func run(_ arguments: [String]) -> Never {
        if arguments.contains(where: ["--help", "-h"].contains) {
            print(AskArguments.help)
            exit(Ending.found.rawValue)
        }
        signal(SIGPIPE, SIG_IGN)
        do throws(AskArguments.Problem) {
            let ask = try AskArguments(arguments, variable: readVariable)
            exit(answer(ask).rawValue)
        } catch {
            say(error.text)
            exit(Ending.usage.rawValue)
        }
    }

    private static func answer(_ ask: AskArguments) -> Ending {
        do throws(RouterError) {
            let key = try RouterKey.read(file: ask.settings.keyFile)
            let finder = RouteFinder(settings: ask.settings, key: key, client: CurlWebClient(connections: 1))
            return write(try found(finder, ask))
        } catch {
            say("failed to \(error)")
            return .none
        }
    }

    private static func found(_ finder: RouteFinder, _ ask: AskArguments) throws(RouterError) -> FoundRoute {
        let box = AnswerBox()
        _ = finder.find(ask.request) { box.put($0) }
        return try box.wait().get()
    }

    private static func write(_ found: FoundRoute) -> Ending {
        var rest = found.document[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                say("failed to write the answer: \(String(cString: strerror(errno)))")
                return .brokenOutput
            }
        }
        return .found
    }

    private static func say(_ text: String) {
        let bytes = Array("navbus-router: \(text)\n".utf8)
        // If nobody can be told, nobody can be told that either.
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// Where a thread waits for an answer.
private final class AnswerBox: Sendable {
    private let result = Mutex<Result<FoundRoute, RouterError>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func put(_ result: Result<FoundRoute, RouterError>) {
        self.result.withLock { $0 = result }
        isThere.signal()
    }

    func wait() -> Result<FoundRoute, RouterError> {
        while true {
            isThere.wait()
            if let result = result.withLock({ $0 }) { return result }
        }
    }
}
