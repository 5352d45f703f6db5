import Dispatch
import EventBus
import NavigationEvents
import Synchronization

/// Polls the status of the bus and sends the requests of the launcher, on a thread of its own.
final class BusMonitor: Sendable {
    /// The result of one poll.
    enum PollResult: Sendable {
        case answered(BusStatus)
        /// The bus answers, but is still starting.
        case starting
        /// The bus has not answered for this time.
        case silent(seconds: Double)
    }

    private struct Job: Sendable {
        var request: Request
        var timeout: Duration
        var answer: CheckedContinuation<Result<Reply, BusError>, Never>
    }

    private struct State {
        var jobs: [Job] = []
        var isFastPolling = true
        /// Whether the bus sends its status by itself.
        var isResting = false
        var isClosed = false
    }

    /// The poll results. A new result replaces one that was not read in time.
    let pollResults: AsyncStream<PollResult>
    private let seen: AsyncStream<PollResult>.Continuation
    private let endpoint: String
    private let pollIntervalSeconds: Double
    private let state = Mutex(State())
    private let nudge = DispatchSemaphore(value: 0)

    /// The timeout of one poll.
    private static let pollTimeout = Duration.milliseconds(500)
    /// The time between two polls while the launcher waits for a change.
    private static let fastPollIntervalSeconds = 0.02

    /// - Parameters:
    ///   - endpoint: The request endpoint of the bus.
    ///   - pollIntervalSeconds: The time between two polls.
    init(endpoint: String, pollIntervalSeconds: Double) {
        self.endpoint = endpoint
        self.pollIntervalSeconds = pollIntervalSeconds
        (pollResults, seen) = AsyncStream.makeStream(of: PollResult.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Starts to poll.
    func start() {
        DispatchQueue(label: "navbus.monitor").async { [self] in serve() }
    }

    /// Sends a request; throws if the bus refuses it or does not answer in time.
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

    /// Polls soon, since something has happened.
    func pollSoon() { nudge.signal() }

    /// Sets whether the bus is polled often, because the launcher waits for a change.
    func setFastPolling(_ isFastPolling: Bool) {
        state.withLock { $0.isFastPolling = isFastPolling }
        nudge.signal()
    }

    /// Stops polling for now: the bus sends its status by itself, and nothing needs attention.
    func rest() { state.withLock { $0.isResting = true } }

    /// Polls again.
    func endRest() {
        let wasResting = state.withLock { state in
            defer { state.isResting = false }
            return state.isResting
        }
        if wasResting { nudge.signal() }
    }

    /// Passes on a status that the bus has sent by itself.
    func pass(_ status: BusStatus) { seen.yield(.answered(status)) }

    /// Stops polling.
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
                let secondsWithoutAnswer = work(open)
                seen.yield(poll(open, afterSeconds: secondsWithoutAnswer))
            } catch {
                // Without a client the bus cannot be asked: it counts as silent.
                seen.yield(.silent(seconds: 0))
            }
            let seconds: Double? = state.withLock { state in
                if state.isFastPolling { return Self.fastPollIntervalSeconds }
                return state.isResting ? nil : pollIntervalSeconds
            }
            _ = nudge.wait(timeout: seconds.map { .now() + $0 } ?? .distantFuture)
        }
        for job in takeJobs() { job.answer.resume(returning: .failure(noAnswer(job.timeout))) }
    }

    /// - Returns: The seconds without an answer.
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

    /// - Parameter secondsWithoutAnswer: The seconds without an answer before this poll.
    private func poll(_ client: BusClient, afterSeconds secondsWithoutAnswer: Double) -> PollResult {
        let began = ContinuousClock.now
        do throws(BusError) {
            let reply = try client.request(.status, timeout: Self.pollTimeout)
            if case .status(let status) = reply { return .answered(status) }
            return .starting
        } catch {
            // A bus that refuses is starting, but answers. Time in which the launcher itself was paused does not count.
            if case .refused = error { return .starting }
            let waited = began.duration(to: .now)
            return .silent(seconds: secondsWithoutAnswer + min(Double(waited / .milliseconds(1)) / 1e3, 0.5))
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
