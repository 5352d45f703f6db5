import Dispatch
import EventBus
import NavigationEvents
import Synchronization

/// Asks the bus how it is, again and again, and carries the launcher's own requests; on a thread of its own.
final class BusMonitor: Sendable {
    /// What one look at the bus brought.
    enum Look: Sendable {
        case answered(BusStatus)
        /// It does answer, but is just starting.
        case starting
        /// Nobody answered for so many seconds.
        case silent(seconds: Double)
    }

    private struct Job: Sendable {
        var request: Request
        var timeout: Duration
        var answer: CheckedContinuation<Result<Reply, BusError>, Never>
    }

    private struct State {
        var jobs: [Job] = []
        var isHurried = true
        var isClosed = false
    }

    /// The looks; one that nobody takes in time gives way to the next.
    let looks: AsyncStream<Look>
    private let seen: AsyncStream<Look>.Continuation
    private let endpoint: String
    private let calmSeconds: Double
    private let state = Mutex(State())
    private let nudge = DispatchSemaphore(value: 0)

    /// How long one look waits for an answer.
    private static let patience = Duration.milliseconds(500)
    /// The time between two looks while something is awaited.
    private static let hurriedSeconds = 0.02

    /// - Parameter calmSeconds: the time between two looks.
    init(endpoint: String, calmSeconds: Double) {
        self.endpoint = endpoint
        self.calmSeconds = calmSeconds
        (looks, seen) = AsyncStream.makeStream(of: Look.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Begins to look.
    func start() {
        DispatchQueue(label: "navbus.monitor").async { [self] in serve() }
    }

    /// Asks the bus; throws if it refuses, or does not answer in time.
    func request(_ request: Request, timeout: Duration = .seconds(5)) async throws(BusError) -> Reply {
        let result = await withCheckedContinuation { answer in
            let isTaken = state.withLock { state in
                if !state.isClosed { state.jobs.append(Job(request: request, timeout: timeout, answer: answer)) }
                return !state.isClosed
            }
            if isTaken { nudge.signal() } else { answer.resume(returning: .failure(noAnswer(timeout))) }
        }
        return try result.get()
    }

    /// Looks soon: something has happened.
    func lookSoon() { nudge.signal() }

    /// Looks often while something is awaited.
    func hurry(_ isHurried: Bool) {
        state.withLock { $0.isHurried = isHurried }
        nudge.signal()
    }

    /// Ends the looks.
    func close() {
        state.withLock { $0.isClosed = true }
        nudge.signal()
        seen.finish()
    }

    private func serve() {
        var client: BusClient?
        while !state.withLock({ $0.isClosed }) {
            do throws(BusError) {
                if client == nil { client = try BusClient(requests: endpoint) }
                guard let open = client else { break }
                let secondsInVain = work(open)
                seen.yield(look(open, afterSeconds: secondsInVain))
            } catch {
                // Nothing is there to ask with: the same as a bus that does not answer.
                seen.yield(.silent(seconds: 0))
            }
            let seconds = state.withLock { $0.isHurried ? Self.hurriedSeconds : calmSeconds }
            _ = nudge.wait(timeout: .now() + seconds)
        }
        for job in takeJobs() { job.answer.resume(returning: .failure(noAnswer(job.timeout))) }
    }

    /// - Returns: for how many seconds nobody answered.
    private func work(_ client: BusClient) -> Double {
        var seconds = 0.0
        for job in takeJobs() {
            do throws(BusError) {
                let reply = try client.request(job.request, timeout: job.timeout)
                job.answer.resume(returning: .success(reply))
            } catch {
                if case .noAnswer = error { seconds += Double(job.timeout / .milliseconds(1)) / 1e3 }
                job.answer.resume(returning: .failure(error))
            }
        }
        return seconds
    }

    /// - Parameter secondsInVain: for how long nobody had answered before.
    private func look(_ client: BusClient, afterSeconds secondsInVain: Double) -> Look {
        let began = ContinuousClock.now
        do throws(BusError) {
            let reply = try client.request(.status, timeout: Self.patience)
            if case .status(let status) = reply { return .answered(status) }
            return .starting
        } catch {
            // One that refuses is just starting: it does answer. A launcher that was held up itself has not waited.
            if case .refused = error { return .starting }
            let waited = began.duration(to: .now)
            return .silent(seconds: secondsInVain + min(Double(waited / .milliseconds(1)) / 1e3, 0.5))
        }
    }

    private func takeJobs() -> [Job] {
        state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
    }

    private func noAnswer(_ timeout: Duration) -> BusError {
        .noAnswer(endpoint: endpoint, seconds: Double(timeout.components.seconds))
    }
}
