import NavigationEvents

/// The queue of route requests: decides which searches run and which wait, and starts none itself.
struct SearchQueue {
    /// A search for a session.
    struct Job: Hashable {
        /// The unique number of the search.
        var ticket: UInt64
        var session: Session
        var request: RouteRequest
    }

    /// An action of the caller.
    enum Action: Hashable {
        case begin(Job)
        case cancel(Job)
        /// The queue is full.
        case refuse(Session, number: UInt64)
    }

    private let maxRunning: Int
    private let maxWaiting: Int
    private var running: [Session: Job] = [:]
    private var waiting: [Job] = []
    private var tickets: UInt64 = 0

    init(maxRunning: Int, maxWaiting: Int) {
        self.maxRunning = maxRunning
        self.maxWaiting = maxWaiting
    }

    /// The numbers of running and waiting searches.
    var load: (running: Int, waiting: Int) { (running.count, waiting.count) }

    /// Whether a search is still the current one of its session.
    func isRunning(_ job: Job) -> Bool { running[job.session]?.ticket == job.ticket }

    /// Handles a request of a session, which replaces its previous one.
    mutating func ask(_ session: Session, _ request: RouteRequest) -> [Action] {
        tickets += 1
        let job = Job(ticket: tickets, session: session, request: request)
        if let former = running[session] {
            running[session] = job
            return [.cancel(former), .begin(job)]
        }
        if let place = waiting.firstIndex(where: { $0.session == session }) {
            waiting[place] = job
            return []
        }
        if running.count < maxRunning {
            running[session] = job
            return [.begin(job)]
        }
        guard waiting.count < maxWaiting else { return [.refuse(session, number: request.number)] }
        waiting.append(job)
        return []
    }

    /// Withdraws the request of a session.
    mutating func withdraw(_ session: Session) -> [Action] {
        waiting.removeAll { $0.session == session }
        guard let job = running.removeValue(forKey: session) else { return [] }
        return [.cancel(job)] + beginNext()
    }

    /// Removes a search that has ended, and begins the next one.
    mutating func finish(_ job: Job) -> [Action] {
        guard isRunning(job) else { return [] }
        running[job.session] = nil
        return beginNext()
    }

    /// Cancels all searches.
    mutating func close() -> [Action] {
        let jobs = running.values.sorted { $0.ticket < $1.ticket }
        running = [:]
        waiting = []
        return jobs.map(Action.cancel)
    }

    private mutating func beginNext() -> [Action] {
        var actions: [Action] = []
        while running.count < maxRunning, !waiting.isEmpty {
            let job = waiting.removeFirst()
            running[job.session] = job
            actions.append(.begin(job))
        }
        return actions
    }
}
