import EventBus
import Glibc
import NavigationControl
import NavigationEvents
import NavigationLoop
import Positions
import Supervisor

/// Replays a recording on a bus of its own, with the controls of a configuration, if there is one.
struct ReplayRun {
    let source: RecordingSource
    let survey: ReplaySurvey
    var filter: ReplayFilter
    let pace: ReplayPace
    let endpoints: BusEndpoints
    /// The configuration whose controls run.
    let configuration: BusRun?
    /// How many other subscribers the replay waits for before it begins.
    let followers: Int
    let screen: any RunScreen

    /// Replays to the end of the recording, or until a signal arrives.
    func run() async throws {
        // The replay continues when the reader of standard output has gone.
        signal(SIGPIPE, SIG_IGN)
        let board = RunBoard(patience: configuration?.profile.supervision.patience ?? ControlWatch.Patience())
        let bus = try await ReplayBus(
            endpoints: endpoints, survey: survey, isVerbatim: filter.isOpen && survey.wholeRun != nil,
            lineup: configuration?.lineup
        ) { board.noteReady($0) }
        screen.began(endpoints.requests, controls: configuration?.controlNames ?? [])
        let supervisor = supervisor(board, bus)
        await start(supervisor, board, bus)
        let playing = Task { try await play(bus, board) }
        let end = EndRequest { playing.cancel() }
        let outcome = await playing.result
        await supervisor.stop()
        await bus.close()
        await screen.flush()
        _ = end.isAsked
        try tell(outcome, bus)
    }

    private func tell(_ outcome: Result<Int, any Error>, _ bus: ReplayBus) throws {
        do {
            let count = try outcome.get()
            Output.line("replayed \(count) events, \(bus.isVerbatim ? "unchanged" : "with new numbers")")
        } catch is CancellationError {
            Output.line("ended before the end of the recording")
        }
    }

    // MARK: - Controls

    private func supervisor(_ board: RunBoard, _ bus: ReplayBus) -> Supervisor {
        let (statuses, told) = AsyncStream.makeStream(of: ControlStatus.self)
        Task { for await status in statuses { await bus.note(status) } }
        let screen = screen
        return Supervisor(
            patience: .seconds(configuration?.profile.supervision.stopSeconds ?? 5), adoptsOrphans: true
        ) {
            screen.show($0)
        } onChange: { status in
            told.yield(status)
            board.note(status)
            screen.show(status)
        }
    }

    private func start(_ supervisor: Supervisor, _ board: RunBoard, _ bus: ReplayBus) async {
        guard let configuration else { return }
        for member in configuration.lineup.members {
            // The recording holds the answers of the router. A server must not get the positions of an old drive again.
            guard !member.entry.manifest.roles.contains(.router) else {
                screen.note("\(member.entry.manifest.id) is not started: the recording holds its answers")
                continue
            }
            let session = configuration.loopPlan.session
            if let plan = configuration.lineup.plan(for: member, endpoints: endpoints, session: session) {
                await supervisor.start(plan)
            } else {
                screen.warn("control \(member.entry.manifest.id) is missing: \(member.entry.manifest.executable)")
            }
        }
    }

    // MARK: - Replay

    /// - Returns: The number of published events.
    private func play(_ bus: ReplayBus, _ board: RunBoard) async throws -> Int {
        try await waitForControls(bus, board)
        try await waitForOthers(bus)
        var (schedule, filter, clock) = (ReplaySchedule(), filter, ReplayClock(pace: pace))
        var (count, waiting) = (0, 0)
        var cursor = try source.events(of: Set(Topic.allCases))
        while let event = try cursor.next() {
            try Task.checkCancellation()
            let due = schedule.nanoseconds(of: event.envelope)
            let events = filter.take(event)
            if !events.isEmpty { try await clock.wait(for: due) }
            for event in events {
                await bus.publish(event)
                count += 1
                waiting += max(event.bytes.count, 1024)
            }
            if waiting >= ReplayBus.windowBytes {
                waiting = 0
                try await drain(bus)
            }
        }
        try await drain(bus)
        return count
    }

    private func waitForControls(_ bus: ReplayBus, _ board: RunBoard) async throws {
        let deadline = ContinuousClock.now + BusRun.readinessPatience
        while !board.isSettled, ContinuousClock.now < deadline {
            _ = board.look(at: await bus.followers(), afterSeconds: 0.01)
            try await Task.sleep(for: .milliseconds(10))
        }
        for control in board.missing {
            screen.warn("control \(control) has not said hello to the bus; the replay starts without waiting for it")
        }
    }

    private func waitForOthers(_ bus: ReplayBus) async throws {
        let ours = Set(configuration?.controlNames ?? [])
        while true {
            let others = await bus.followers().count { $0.state == .running && !ours.contains($0.control) }
            if others >= followers { return }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until all subscribers have received everything, since they would lose events that the journal drops.
    private func drain(_ bus: ReplayBus) async throws {
        var watch = FollowerWatch(now: ReplayClock.seconds)
        while true {
            if watch.look(at: await bus.followers(), now: ReplayClock.seconds) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

/// Waits until events are due.
private struct ReplayClock {
    let pace: ReplayPace
    private var start: (due: UInt64, at: ContinuousClock.Instant)?
    /// The longest wait in seconds, which the clock can represent.
    private static let maxSeconds = 1e9

    init(pace: ReplayPace) { self.pace = pace }

    /// Waits until a time of the recording; the first call returns immediately.
    mutating func wait(for due: UInt64) async throws {
        guard case .factor(let factor) = pace else { return }
        guard let start else {
            start = (due, .now)
            return
        }
        let instant = start.at + .seconds(min(Double(due - start.due) / 1e9 / factor, Self.maxSeconds))
        if instant > .now { try await Task.sleep(until: instant, clock: .continuous) }
    }

    /// The present time in seconds, of a monotonic clock.
    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
