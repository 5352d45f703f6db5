import NavigationEvents
import Regions
import Synchronization

/// Searches routes on a server: sends the requests of a ``RouteExchange`` and enforces the time limit.
final class RouteFinder: Sendable {
    /// With less time left than this, no request is sent.
    private static let minSeconds = 0.05

    let settings: RouterSettings
    private let key: String?
    private let client: any HTTPClient
    private let regions: RegionServers
    /// The detected engines, by the addresses of the servers.
    private let engines = Mutex<[String: Engine]>([:])

    init(settings: RouterSettings, key: String?, client: any HTTPClient, regions: RegionServers = RegionServers()) {
        self.settings = settings
        self.regions = regions
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
    ///   - wishes: the wishes of a person.
    ///   - finish: called once with the result, on any thread, unless the search is cancelled.
    /// - Returns: the running search, which can be cancelled.
    func find(
        _ request: RouteRequest, _ wishes: RouteWishes = RouteWishes(),
        _ finish: @escaping @Sendable (Result<FoundRoute, RouterError>) -> Void
    ) -> Running {
        let running = Running()
        let deadline = ContinuousClock.now + .seconds(settings.timeoutSeconds)
        do throws(RouterError) {
            switch try target(of: request) {
            case .region(let region):
                search(request, wishes, in: region, isRepeated: false, until: deadline, running, finish)
            case .server(let settings):
                try search(request, wishes, settings, key: key, until: deadline, running, finish)
            case .usualServer(let reason):
                let settings = settings.settings(at: RouteSource.usualServer)
                try search(request, wishes, settings, key: key, until: deadline, running) { result in
                    finish(
                        result.mapError { error in
                            if case .web(_, .unreachable) = error { .noSource(reason: reason) } else { error }
                        })
                }
            }
        } catch {
            finish(.failure(error))
        }
        return running
    }

    /// The server of a search.
    private enum Target {
        case region(Region)
        case server(RouterSettings)
        /// The usual server, with the reason why no region is used.
        case usualServer(reason: String)
    }

    private func target(of request: RouteRequest) throws(RouterError) -> Target {
        switch try settings.source(for: request.travelMode) {
        case .server: .server(settings)
        case .region(let name): .region(try regions.roads.region(name))
        case .automatic: automaticTarget([request.position] + request.stopovers)
        }
    }

    private func automaticTarget(_ points: [Coordinate]) -> Target {
        guard let region = regions.roads.region(around: points) else {
            return .usualServer(reason: "no offline region contains all positions")
        }
        guard ValhallaProgram.find() != nil else {
            return .usualServer(
                reason: "\(ValhallaProgram.name), which serves the routes of the region \(region.name), is missing: "
                    + ValhallaProgram.remedy)
        }
        return .region(region)
    }

    /// Searches in a region, and once more if its Valhalla dies during the search.
    private func search(
        _ request: RouteRequest, _ wishes: RouteWishes, in region: Region, isRepeated: Bool,
        until deadline: ContinuousClock.Instant, _ running: Running,
        _ finish: @escaping @Sendable (Result<FoundRoute, RouterError>) -> Void
    ) {
        regions.serve(region) { [self] result in
            guard !running.isCancelled else { return }
            do throws(RouterError) {
                let server = try result.get()
                let settings = settings.settings(at: server.address, engine: .valhalla)
                let name = region.name.description
                try search(request, wishes, settings, key: nil, region: name, until: deadline, running) {
                    [self] result in
                    guard case .failure(.web(_, let failure)) = result, failure.isOfDeadServer else {
                        return finish(result)
                    }
                    guard !isRepeated else {
                        return finish(
                            .failure(.region(name, reason: "Valhalla \(server.ending ?? "does not answer")")))
                    }
                    search(request, wishes, in: region, isRepeated: true, until: deadline, running, finish)
                }
            } catch {
                finish(.failure(error))
            }
        }
    }

    private func search(
        _ request: RouteRequest, _ wishes: RouteWishes, _ settings: RouterSettings, key: String?, region: String? = nil,
        until deadline: ContinuousClock.Instant, _ running: Running,
        _ finish: @escaping @Sendable (Result<FoundRoute, RouterError>) -> Void
    ) throws(RouterError) {
        let url = settings.url(for: request.travelMode)
        let engine = settings.knownEngine ?? engines.withLock { $0[url] }
        var search = try RouteExchange(request, wishes, settings: settings, engine: engine, key: key, region: region)
        let secrets = Secrets(key: key, address: search.address)
        perform(search.begin(), search, 0, until: deadline, running) { [self] result in
            if region == nil { note(result, url) }
            finish(result.mapError { $0.redacting(secrets) })
        }
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
