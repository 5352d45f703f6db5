import CCurl
import Dispatch
import Synchronization

/// An HTTP client with the limits that a router needs: a time for the whole answer, a maximum size, and no redirects.
///
/// It uses libcurl instead of URLSession, which ends the process when a server closes without a proper answer, and
/// needs 20 MB more.
final class CurlWebClient: WebClient {
    /// Larger answers are discarded: no bus accepts a route that is larger.
    static let mostBytes = 16 << 20
    /// Time limit for cancelled transfers when the client closes.
    private static let farewell = DispatchTimeInterval.seconds(1)

    /// libcurl must be initialized once per process; this happens at the first request.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let mostBytes: Int
    /// Handles without a transfer, whose connections are used again.
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
        // Each transfer occupies a thread. Separate queues get one thread each; a shared queue gets at most one a core.
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
                // The message names the configured time, not the rest of it when the transfer began.
                if case .timeout = failure { WebFailure.timeout(seconds: timeoutSeconds) } else { failure }
            }
            task.end()
            // The callback may send the next request at once, over this connection.
            idle.withLock { if $0.count < mostIdle { $0.append(line) } }
            if !task.isCancelled { finish(result) }
        }
        return task
    }

    func close() { _ = transfers.wait(timeout: .now() + Self.farewell) }
}

/// A running transfer.
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
