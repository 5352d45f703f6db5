import NavigationControl
import NavigationEvents
import Regions
import Synchronization

/// Handles route requests: performs the actions of the queue and sends the answers to the bus.
final class RouteRequestHandler: Sendable {
    private struct State {
        var queue: SearchQueue
        var searches: [UInt64: RouteFinder.Running] = [:]
        var isClosed = false
    }

    private let finder: RouteFinder
    private let line: any RouterChannel
    private let reporter: Reporter
    private let regions: RegionLibrary?
    private let state: Mutex<State>

    /// - Parameter regions: the regions whose landmarks are added to the routes; `nil` for none.
    init(finder: RouteFinder, line: any RouterChannel, reporter: Reporter, regions: RegionLibrary? = nil) {
        self.finder = finder
        self.line = line
        self.reporter = reporter
        self.regions = regions
        state = Mutex(
            State(
                queue: SearchQueue(maxRunning: finder.settings.connections, maxWaiting: RouterSettings.maxWaiting)))
    }

    /// Handles a request of a session, or its withdrawal (`nil`). Never blocks.
    func take(_ session: Session, _ request: RouteRequest?) {
        perform(
            state.withLock { state in
                guard !state.isClosed else { return [] }
                return request.map { state.queue.ask(session, $0) } ?? state.queue.withdraw(session)
            })
    }

    /// Cancels all searches; no answer is sent afterwards.
    func close() {
        perform(
            state.withLock { state in
                state.isClosed = true
                return state.queue.close()
            })
    }

    private func perform(_ actions: [SearchQueue.Action]) {
        for action in actions {
            switch action {
            case .begin(let job): begin(job)
            case .cancel(let job): state.withLock { $0.searches.removeValue(forKey: job.ticket) }?.cancel()
            case .refuse(let session, let number):
                let load = state.withLock { $0.queue.load }
                line.answer(
                    RouteAnswer(number: number, outcome: .failure("\(RouterError.busy(waiting: load.waiting))")),
                    session: session)
            }
        }
    }

    private func begin(_ job: SearchQueue.Job) {
        let search = finder.find(job.request) { [self] result in end(job, result) }
        let isOver = state.withLock { state in
            // The search may have ended, or another request may have replaced it.
            guard !state.isClosed, state.queue.isRunning(job) else { return true }
            state.searches[job.ticket] = search
            return false
        }
        if isOver { search.cancel() }
    }

    private func end(_ job: SearchQueue.Job, _ result: Result<FoundRoute, RouterError>) {
        let (isWanted, next) = state.withLock { state in
            state.searches[job.ticket] = nil
            guard !state.isClosed, state.queue.isRunning(job) else { return (false, [SearchQueue.Action]()) }
            return (true, state.queue.finish(job))
        }
        if isWanted { answer(job, result) }
        perform(next)
    }

    private func answer(_ job: SearchQueue.Job, _ result: Result<FoundRoute, RouterError>) {
        switch result {
        case .success(let found):
            let route = withLandmarks(found.route)
            line.answer(RouteAnswer(number: job.request.number, outcome: .route(route)), session: job.session)
        case .failure(let error):
            line.answer(RouteAnswer(number: job.request.number, outcome: .failure("\(error)")), session: job.session)
        }
    }

    private func withLandmarks(_ route: Route) -> Route {
        guard let regions else { return route }
        var route = route
        for problem in regions.addLandmarks(to: &route) { reporter(.warning, text: "failed to \(problem)") }
        return route
    }
}
