import EventBus
import Glibc
import NavigationControl
import NavigationEvents
import NavigationLoop
import Positions
import Supervisor

/// Puts a recording back on a bus of its own, with the controls of a configuration if there is one.
struct ReplayRun {
    let source: RecordingSource
    let survey: ReplaySurvey
    var filter: ReplayFilter
    let pace: ReplayPace
    let endpoints: BusEndpoints
    /// The configuration whose controls follow.
    let configuration: BusRun?
    /// How many others are waited for before it begins.
    let followers: Int
    let screen: any RunScreen

    /// Replays to the end, or until it is asked to end.
    func run() async throws {
        // Whoever reads our lines may go.
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
            Output.line("replayed \(count) events, \(bus.isVerbatim ? "as they were" : "numbered anew")")
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
            // What was asked then was answered then. A server is not to be asked again, with the places of an old drive.
            guard !member.entry.manifest.roles.contains(.router) else {
                screen.note("\(member.entry.manifest.id) is left out: a recording holds its answers")
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

    // MARK: - Playing

    /// - Returns: how many events were published.
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

    /// Waits until all who follow have got everything: what the journal drops before, they would lose.
    private func drain(_ bus: ReplayBus) async throws {
        var watch = FollowerWatch(now: ReplayClock.seconds)
        while true {
            if watch.look(at: await bus.followers(), now: ReplayClock.seconds) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

/// Waits for what is due.
private struct ReplayClock {
    let pace: ReplayPace
    private var start: (due: UInt64, at: ContinuousClock.Instant)?
    /// A clock counts no further, however slow the replay is to be.
    private static let maxSeconds = 1e9

    init(pace: ReplayPace) { self.pace = pace }

    /// Waits until a time of the recording has come; the first time has come at once.
    mutating func wait(for due: UInt64) async throws {
        guard case .factor(let factor) = pace else { return }
        guard let start else {
            start = (due, .now)
            return
        }
        let instant = start.at + .seconds(min(Double(due - start.due) / 1e9 / factor, Self.maxSeconds))
        if instant > .now { try await Task.sleep(until: instant, clock: .continuous) }
    }

    /// Seconds of a clock that never goes back.
    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
