package import Launcher
import CommandOutput
import EventBus
import Glibc
import NavigationControl
package import NavigationEvents
import Platform
import Supervisor

/// Replays a recording on a bus of its own, with the controls of a configuration, if there is one.
package struct ReplayRun {
    let source: RecordingSource
    let survey: ReplaySurvey
    var filter: ReplayFilter
    let pace: ReplayPace
    let endpoints: BusEndpoints
    /// The configuration whose controls run.
    let configuredRun: BusRun?
    /// How many other subscribers the replay waits for before it begins.
    let followers: Int
    let screen: any RunScreen

    /// Makes a replay.
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - survey: The survey of the whole recording.
    ///   - filter: Selects the events to replay.
    ///   - pace: How fast they are replayed.
    ///   - endpoints: The endpoints of the bus of the replay.
    ///   - configuredRun: The configuration whose controls run; `nil` without one.
    ///   - followers: How many other subscribers the replay waits for before it begins.
    ///   - screen: Shows the run to people.
    package init(
        source: RecordingSource, survey: ReplaySurvey, filter: ReplayFilter, pace: ReplayPace, endpoints: BusEndpoints,
        configuredRun: BusRun?, followers: Int, screen: any RunScreen
    ) {
        self.source = source
        self.survey = survey
        self.filter = filter
        self.pace = pace
        self.endpoints = endpoints
        self.configuredRun = configuredRun
        self.followers = followers
        self.screen = screen
    }

    /// Replays to the end of the recording, or until a signal arrives.
    package func run() async throws {
        // The replay continues when the reader of standard output has gone.
        signal(SIGPIPE, SIG_IGN)
        let runState = RunState(configuredRun?.configuration)
        let bus = try await ReplayBus(
            endpoints: endpoints, survey: survey, isVerbatim: filter.isOpen && survey.wholeRun != nil,
            controlSet: configuredRun?.controlSet
        ) { runState.noteReady($0) }
        screen.began(endpoints.requests, controls: configuredRun?.controlNames ?? [])
        let supervisor = supervisor(runState, bus)
        await start(supervisor, runState, bus)
        let playing = Task { try await play(bus, runState) }
        let end = EndRequest { playing.cancel() }
        let outcome = await playing.result
        await supervisor.stop()
        await bus.close()
        await screen.flush()
        _ = end.isRequested
        try printResult(outcome, bus)
    }

    private func printResult(_ outcome: Result<Int, any Error>, _ bus: ReplayBus) throws {
        do {
            let count = try outcome.get()
            Output.line("replayed \(count) events, \(bus.isVerbatim ? "unchanged" : "with new numbers")")
        } catch is CancellationError {
            Output.line("ended before the end of the recording")
        }
    }

    // MARK: - Controls

    private func supervisor(_ runState: RunState, _ bus: ReplayBus) -> Supervisor {
        let (statuses, statusUpdates) = AsyncStream.makeStream(of: ControlStatus.self)
        Task { for await status in statuses { await bus.note(status) } }
        let screen = screen
        return Supervisor(
            stopTimeout: .seconds(configuredRun?.configuration.supervision.stopSeconds ?? 5), adoptsOrphans: true
        ) {
            screen.show($0)
        } onChange: { status in
            statusUpdates.yield(status)
            runState.note(status)
            screen.show(status)
        }
    }

    private func start(_ supervisor: Supervisor, _ runState: RunState, _ bus: ReplayBus) async {
        guard let configuredRun else { return }
        for member in configuredRun.controlSet.members {
            // The recording holds the answers of the router. A server must not get the positions of an old drive again.
            guard !member.entry.manifest.roles.contains(.router) else {
                screen.note("\(member.entry.manifest.id) is not started: the recording holds its answers")
                continue
            }
            let session = configuredRun.loopPlan.session
            if let plan = configuredRun.controlSet.plan(for: member, endpoints: endpoints, session: session) {
                await supervisor.start(plan)
            } else {
                screen.warn("control \(member.entry.manifest.id) is missing: \(member.entry.manifest.executable)")
            }
        }
    }

    // MARK: - Replay

    /// - Returns: The number of published events.
    private func play(_ bus: ReplayBus, _ runState: RunState) async throws -> Int {
        try await waitForControls(bus, runState)
        try await waitForOthers(bus)
        var (schedule, filter, clock) = (ReplaySchedule(), filter, ReplayClock(pace: pace))
        var (count, waiting) = (0, 0)
        var cursor = try source.events(of: Set(Topic.allCases))
        while let event = try cursor.next() {
            try Task.checkCancellation()
            let due = schedule.nanoseconds(of: event.envelope)
            let events = filter.process(event)
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

    private func waitForControls(_ bus: ReplayBus, _ runState: RunState) async throws {
        let deadline = ContinuousClock.now + BusRun.readinessTimeout
        while !runState.isSettled, ContinuousClock.now < deadline {
            _ = runState.check(await bus.followers(), afterSeconds: 0.01)
            try await Task.sleep(for: .milliseconds(10))
        }
        for control in runState.missing {
            screen.warn("control \(control) has not said hello to the bus; the replay starts without waiting for it")
        }
    }

    private func waitForOthers(_ bus: ReplayBus) async throws {
        let ours = Set(configuredRun?.controlNames ?? [])
        while true {
            let others = await bus.followers().count { $0.state == .running && !ours.contains($0.control) }
            if others >= followers { return }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until all subscribers have received everything, since they would lose events that the journal drops.
    private func drain(_ bus: ReplayBus) async throws {
        var watch = DeliveryMonitor(now: MonotonicInstant.now.seconds)
        while true {
            if watch.check(await bus.followers(), now: MonotonicInstant.now.seconds) { return }
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
}
