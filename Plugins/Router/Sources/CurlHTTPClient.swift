import CCurl
import Dispatch
import Synchronization

/// An HTTP client with the limits that a router needs: a time for the whole answer, a maximum size, and no redirects.
///
/// It uses libcurl instead of URLSession, which ends the process when a server closes without a proper answer, and
/// needs 20 MB more.
final class CurlHTTPClient: HTTPClient {
    /// Larger answers are discarded: no bus accepts a route that is larger.
    static let maxBytes = 16 << 20
    /// Time limit for cancelled transfers when the client closes.
    private static let closeTimeout = DispatchTimeInterval.seconds(1)

    /// libcurl must be initialized once per process; this happens at the first request.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let maxBytes: Int
    /// Handles without a transfer, whose connections are used again.
    private let idle = Mutex<[CurlHandle]>([])
    private let maxIdle: Int
    private let transfers = DispatchGroup()

    init(connections: Int, maxBytes: Int = CurlHTTPClient.maxBytes) {
        maxIdle = connections
        self.maxBytes = maxBytes
    }

    func send(
        _ request: HTTPRequest, timeoutSeconds: Double,
        _ finish: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> any HTTPTask {
        let task = CurlHTTPTask()
        let deadline = ContinuousClock.now + .seconds(timeoutSeconds)
        // Each transfer occupies a thread. Separate queues get one thread each; a shared queue gets at most one a core.
        DispatchQueue(label: "navbus.router.web").async(group: transfers) { [self] in
            guard !task.isCancelled else { return }
            guard Self.isReady, let handle = idle.withLock({ $0.popLast() }) ?? CurlHandle() else {
                return finish(.failure(.other("libcurl cannot be used")))
            }
            task.begin(handle)
            let seconds = Double((deadline - ContinuousClock.now) / .milliseconds(1)) / 1000
            let result = handle.transfer(
                request, timeoutSeconds: seconds, maxBytes: maxBytes, isCancelled: { task.isCancelled }
            ).mapError { failure in
                // The message names the configured time, not the rest of it when the transfer began.
                if case .timeout = failure { HTTPFailure.timeout(seconds: timeoutSeconds) } else { failure }
            }
            task.end()
            // The callback may send the next request at once, over this connection.
            idle.withLock { if $0.count < maxIdle { $0.append(handle) } }
            if !task.isCancelled { finish(result) }
        }
        return task
    }

    func close() { _ = transfers.wait(timeout: .now() + Self.closeTimeout) }
}

/// A running transfer.
private final class CurlHTTPTask: HTTPTask {
    private struct State {
        var isCancelled = false
        var handle: CurlHandle?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func begin(_ handle: CurlHandle) { state.withLock { $0.handle = handle } }

    func end() { state.withLock { $0.handle = nil } }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.handle?.wake()
        }
    }
}
