import NavigationEvents
import Synchronization

/// Searches routes on a server: sends the requests of a ``RouteExchange`` and enforces the time limit.
final class RouteFinder: Sendable {
    /// With less time left than this, no request is sent.
    private static let minSeconds = 0.05

    let settings: RouterSettings
    private let key: String?
    private let client: any HTTPClient
    /// The detected engines, by the addresses of the servers.
    private let engines = Mutex<[String: Engine]>([:])

    init(settings: RouterSettings, key: String?, client: any HTTPClient) {
        self.settings = settings
        self.key = key
        self.client = client
    }

    /// A running search.
    final class Running: Sendable {
        private struct State {
            var task: (any HTTPTask)?
            /// The number of `task` in the search: an answer may arrive before its task is noted.
            var number = -1
            var isCancelled = false
        }

        private let state = Mutex(State())

        var isCancelled: Bool { state.withLock { $0.isCancelled } }

        /// Cancels the search. `finish` is not called afterwards, unless that call has begun already.
        func cancel() {
            let task = state.withLock { state in
                state.isCancelled = true
                defer { state.task = nil }
                return state.task
            }
            task?.cancel()
        }

        fileprivate func note(_ task: any HTTPTask, _ number: Int) {
            let isCancelled = state.withLock { state in
                if !state.isCancelled, number > state.number { (state.task, state.number) = (task, number) }
                return state.isCancelled
            }
            if isCancelled { task.cancel() }
        }
    }

    /// Starts a search.
    ///
    /// - Parameters:
    ///   - request: the start, the stops and the travel mode.
    ///   - finish: called once with the result, on any thread, unless the search is cancelled.
    /// - Returns: the running search, which can be cancelled.
    func find(
        _ request: RouteRequest, _ finish: @escaping @Sendable (Result<FoundRoute, RouterError>) -> Void
    ) -> Running {
        let running = Running()
        let url = settings.url(for: request.travelMode)
        do throws(RouterError) {
            let engine = settings.knownEngine ?? engines.withLock { $0[url] }
            var search = try RouteExchange(request, settings: settings, engine: engine, key: key)
            let secrets = Secrets(key: key, address: search.address)
            let deadline = ContinuousClock.now + .seconds(settings.timeoutSeconds)
            perform(search.begin(), search, 0, until: deadline, running) { [self] result in
                note(result, url)
                finish(result.mapError { $0.redacting(secrets) })
            }
        } catch {
            finish(.failure(error))
        }
        return running
    }

    private func perform(
        _ action: RouteExchange.Action, _ search: RouteExchange, _ number: Int, until deadline: ContinuousClock.Instant,
        _ running: Running,
        _ finish: @escaping @Sendable (Result<FoundRoute, RouterError>) -> Void
    ) {
        guard !running.isCancelled else { return }
        switch action {
        case .end(let result): finish(result)
        case .send(let request):
            let seconds = Double((deadline - ContinuousClock.now) / .milliseconds(1)) / 1000
            guard seconds >= Self.minSeconds else {
                return finish(.failure(.web(search.server, .timeout(seconds: settings.timeoutSeconds))))
            }
            let whole = settings.timeoutSeconds
            let task = client.send(request, timeoutSeconds: seconds) { [self] result in
                var search = search
                // The message names the configured time, not the rest of it.
                let outcome = result.mapError { failure in
                    if case .timeout = failure { HTTPFailure.timeout(seconds: whole) } else { failure }
                }
                let next = search.take(outcome)
                perform(next, search, number + 1, until: deadline, running, finish)
            }
            running.note(task, number)
        }
    }

    /// Whether the server did not understand the request: codes of OSRM, and that of Valhalla for an unknown path.
    private static func isUnknownRequest(_ code: String) -> Bool {
        code.hasPrefix("Invalid") || code.split(separator: " ").last == "106"
    }

    /// Remembers the engine of a server, and forgets it after an answer that does not fit.
    private func note(_ result: Result<FoundRoute, RouterError>, _ url: String) {
        engines.withLock { engines in
            switch result {
            case .success(let found): engines[url] = found.engine
            case .failure(.unreadable), .failure(.status), .failure(.unknownEngine): engines[url] = nil
            case .failure(.refused(_, let code, _)) where Self.isUnknownRequest(code): engines[url] = nil
            // An overloaded server or a position without a road says nothing about the engine.
            case .failure: break
            }
        }
    }
}
