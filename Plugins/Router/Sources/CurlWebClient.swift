import CCurl
import Dispatch
import Synchronization

/// HTTP with the bounds that a router wants: a time for the whole answer, a largest answer, and no going elsewhere.
///
/// It is libcurl's, rather than URLSession: that ends the process when a server closes without a proper answer, and costs
/// 20 MB more.
final class CurlWebClient: WebClient {
    /// Answers with more bytes are given up: no bus takes a route that is larger.
    static let mostBytes = 16 << 20
    /// How long the end waits for transfers that were cancelled.
    private static let farewell = DispatchTimeInterval.seconds(1)

    /// Once for the process, as libcurl wants it; not before somebody asks for a route.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let mostBytes: Int
    /// Connections that wait for their next use.
    private let idle = Mutex<[CurlLine]>([])
    private let mostIdle: Int
    private let transfers = DispatchGroup()

    init(connections: Int, mostBytes: Int = CurlWebClient.mostBytes) {
        mostIdle = connections
        self.mostBytes = mostBytes
    }

    func send(
        _ request: WebRequest, timeoutSeconds: Double,
        _ finish: @escaping @Sendable (Result<WebAnswer, WebFailure>) -> Void
    ) -> any WebTask {
        let task = CurlTask()
        let deadline = ContinuousClock.now + .seconds(timeoutSeconds)
        // Each transfer keeps a thread. Queues of their own get one each; one for all would get no more than processors.
        DispatchQueue(label: "navbus.router.web").async(group: transfers) { [self] in
            guard !task.isCancelled else { return }
            guard Self.isReady, let line = idle.withLock({ $0.popLast() }) ?? CurlLine() else {
                return finish(.failure(.other("libcurl cannot be used")))
            }
            task.begin(line)
            let seconds = Double((deadline - ContinuousClock.now) / .milliseconds(1)) / 1000
            let result = line.transfer(
                request, timeoutSeconds: seconds, mostBytes: mostBytes, isCancelled: { task.isCancelled }
            ).mapError { failure in
                // Of the time that was given, not of what was left of it when a thread had been found.
                if case .timeout = failure { WebFailure.timeout(seconds: timeoutSeconds) } else { failure }
            }
            task.end()
            // Whoever is called back may send again at once, over this connection.
            idle.withLock { if $0.count < mostIdle { $0.append(line) } }
            if !task.isCancelled { finish(result) }
        }
        return task
    }

    func close() { _ = transfers.wait(timeout: .now() + Self.farewell) }
}

/// A transfer that is under way.
private final class CurlTask: WebTask {
    private struct State {
        var isCancelled = false
        var line: CurlLine?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func begin(_ line: CurlLine) { state.withLock { $0.line = line } }

    func end() { state.withLock { $0.line = nil } }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.line?.wake()
        }
    }
}
