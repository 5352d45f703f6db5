import CommandOutput
import EventBus
import NavigationControl
import NavigationEvents
import Platform
import Supervisor
import Synchronization
import TOML

/// Controls a run: starts, watches, restarts and stops the bus, the controls and the further processes.
actor RunController {
    /// Name of the process of the bus, for the supervisor and in messages.
    static let bus = "bus"

    private let run: BusRun
    private let screen: any RunScreen
    private let orders: BusProcessChannel
    private let runState: RunState
    private let supervisor: Supervisor
    private let monitor: BusMonitor
    private let follower: StreamFollower
    private let inbox: StatusInbox
    private var watching: Task<Void, Never>?
    private var resumeTask: Task<Void, Never>?
    private var polledAt: ContinuousClock.Instant?
    private var watchdogFedAt: ContinuousClock.Instant?
    private var silence = BusSilence()
    /// Expires when the bus has been silent for too long.
    private var silenceTimer: Task<Void, any Error>?
    private let startedAt = ContinuousClock.now
    /// The latest status of the present bus process; `nil` before its first answer.
    private var status: BusStatus?
    /// The run of the bus that got the route, or that already had one.
    private var routedRun: UInt64?
    private var hasBegun = false
    private var isEnding = false
    private let ended = Latch()
    /// Why the run has failed; `nil` if it has not.
    private(set) var failure: (any Error)?

    /// Creates the parts of the run; no process is started yet.
    init(run: BusRun) {
        self.run = run
        let screen = run.screen
        self.screen = screen
        let runState = RunState(run.configuration)
        self.runState = runState
        let orders = BusProcessChannel(plan: run.loopPlan)
        self.orders = orders
        let pollIntervalSeconds = min(0.5, (run.service.watchdogSeconds ?? 2) / 4)
        let monitor = BusMonitor(endpoint: run.endpoints.requests, pollIntervalSeconds: pollIntervalSeconds)
        self.monitor = monitor
        let supervisor = Supervisor(
            stopTimeout: .seconds(run.configuration.supervision.stopSeconds), adoptsOrphans: true
        ) { output in
            if !runState.keepsStartupOutput(output) { screen.show(output) }
        } onChange: { status in
            if status.control == Self.bus {
                runState.noteBus(status)
                monitor.setFastPolling(true)
                switch status.state {
                case .restarting: screen.warn("the bus \(status.text); it is started again")
                // A bus that never answered ends the run with an error of its own.
                case .failed where runState.hasAnswered: screen.warn("the bus has failed: \(status.text)")
                case .failed, .unknown, .starting, .running, .stopped: break
                }
            } else {
                // The metrics server only requests the status and never reports that it is ready.
                let isControl = status.control != RunConfiguration.metrics
                // The bus gets the status first: requests of the process may follow immediately.
                orders.note(status, isControl: isControl)
                if isControl { runState.note(status) }
                screen.show(status)
            }
            monitor.pollSoon()
        }
        self.supervisor = supervisor
        let inbox = StatusInbox(path: run.statusPath)
        self.inbox = inbox
        let watch = StatusWatch(watchdogSeconds: run.service.watchdogSeconds)
        let session = run.loopPlan.session
        follower = StreamFollower(
            endpoint: run.endpoints.requests, session: session, screen: screen
        ) { report in
            switch (report.control, report.kind) {
            case ("navbus", .warning): screen.warn(report.text)
            case ("navbus", .note): screen.note(report.text)
            default: break
            }
            runState.noteReady(report)
            if report.isOfEffect {
                Task { await supervisor.noteWork(of: report.control, processID: report.processID) }
            }
            monitor.pollSoon()
        } onWork: { isSilent in
            guard !isSilent else { return monitor.endRest() }
            let status = inbox.newest()
            let isCalm = status.map { runState.isCalm($0, in: session) } ?? false
            switch watch.verdict(on: status, isCalm: isCalm, atSeconds: MonotonicInstant.now.seconds) {
            case .unchanged: break
            case .calm(let status, let isDue):
                monitor.rest()
                if isDue { monitor.pass(status) }
            case .attention: monitor.endRest()
            }
        }
    }

    /// Starts the bus, then the controls, then the drive, and waits for the end of its source. A run without a
    /// recording continues until it is cancelled.
    func guide() async throws {
        run.service.status("starting")
        await supervisor.start(run.busPlan) { [orders, runState] in
            if runState.needsNewRun { orders.discardRun() }
            return orders.open()
        }
        monitor.start()
        watching = Task { [monitor] in
            for await pollResult in monitor.pollResults { await handle(pollResult) }
        }
        try await waitForBus()
        guard !Task.isCancelled else { return }
        inbox.open()
        follower.start()
        screen.began(run.endpoints.requests, controls: run.controlSet.members.map(\.entry.manifest.id))
        for helperProcess in run.helperProcesses { await supervisor.start(helperProcess) }
        for member in run.controlSet.members { await launch(member) }
        await waitForControls()
        guard !Task.isCancelled else { return }
        run.service.ready(runState.summary)
        await begin()
        monitor.setFastPolling(false)
        await ended.wait()
    }

    private func launch(_ member: ControlSet.Member) async {
        if let launch = run.controlSet.plan(for: member, endpoints: run.endpoints, session: run.loopPlan.session) {
            return await supervisor.start(launch)
        }
        let text = member.entry.missing ?? "its executable cannot be found"
        let status = ControlStatus(control: member.entry.manifest.id, state: .failed, text: text)
        orders.note(status)
        runState.note(status)
        screen.show(status)
    }

    // MARK: - Start

    private func waitForBus() async throws {
        while status == nil, !Task.isCancelled {
            if runState.bus.state == .failed {
                throw BusStartFailure(
                    ending: await supervisor.lastEnding(of: Self.bus), output: runState.takeStartupOutput())
            }
            await waitBriefly()
        }
        for output in runState.takeStartupOutput() { screen.show(output) }
    }

    private func waitForControls() async {
        let deadline = ContinuousClock.now + run.readinessTimeout
        while !(runState.isSettled && follower.isFollowing), ContinuousClock.now < deadline, !Task.isCancelled {
            await waitBriefly()
        }
        guard !Task.isCancelled else { return }
        for control in runState.missing {
            screen.warn("control \(control) has not said hello to the bus; the drive starts without waiting for it")
        }
    }

    private func waitBriefly() async { try? await Task.sleep(for: .milliseconds(5)) }

    /// Gives the bus its route and lets it start, once for each process of the bus.
    private func begin() async {
        hasBegun = true
        while let status, !isEnding, !Task.isCancelled {
            do {
                try await sendRoute(status)
                orders.begin()
                return
            } catch BusError.noAnswer {
                // The bus has ended in the meantime. Its successor gets the route as soon as it answers.
                guard self.status?.processID == status.processID else { return }
                await waitBriefly()
            } catch {
                screen.warn("failed to \(error)")
                let file = run.configuration.route?.path ?? run.configuration.file
                failure = ConfigurationError(file: file, text: "failed to \(error)")
                routedRun = status.run
            }
        }
    }

    /// Gives the bus the route, unless it has resumed a run that already has its route or was stopped.
    private func sendRoute(_ status: BusStatus) async throws(BusError) {
        let isLost = status.counters["lost_routes", default: 0] > 0
        guard let route = run.route, routedRun != status.run || isLost else { return }
        let session = status.sessions.first { $0.session == run.loopPlan.session }
        if session?.state ?? .stopped == .stopped {
            _ = try await monitor.request(.start(run.loopPlan.session, route))
        }
        routedRun = status.run
    }

    // MARK: - Watching

    private func handle(_ pollResult: BusMonitor.PollResult) async {
        switch pollResult {
        case .answered(let status) where status.processID == runState.bus.processID: await handle(status)
        case .answered: break
        case .starting: noteSignOfLife()
        case .silent(let seconds): await noteSilence(waitedSeconds: seconds)
        }
    }

    private func handle(_ status: BusStatus) async {
        let now = ContinuousClock.now
        // Time in which the launcher itself was paused does not count.
        let seconds = min(polledAt.map { ($0.duration(to: now)).inSeconds } ?? 0, 1)
        polledAt = now
        noteSignOfLife()
        let isNew = self.status?.processID != status.processID
        self.status = status
        if isNew {
            await supervisor.noteReady(Self.bus)
            runState.noteAnswer()
        }
        guard !isEnding else { return }
        if isNew, hasBegun { resumeOnNewBus(status) }
        for replacement in runState.check(status.controls, afterSeconds: seconds) {
            await supervisor.replace(replacement.control, because: replacement.reason)
        }
        feedWatchdog(now)
        if hasBegun { checkEnd(status) }
    }

    /// Starts the drive on a bus that was restarted. A task of its own does so, since the new bus may hang as well.
    private func resumeOnNewBus(_ status: BusStatus) {
        runState.forgetSilence()
        let isSame = routedRun == nil || routedRun == status.run
        screen.warn(
            isSame
                ? "the bus is back (process \(status.processID)) and resumes the drive"
                : "the bus is back (process \(status.processID)) and starts the drive from the beginning")
        resumeTask = Task { [resumeTask] in
            await resumeTask?.value
            await begin()
            monitor.setFastPolling(false)
        }
    }

    private func noteSignOfLife() {
        silenceTimer?.cancel()
        silenceTimer = nil
        silence.answered(process: runState.bus.processID, atSeconds: now)
    }

    private var now: Double { startedAt.duration(to: .now).inSeconds }

    /// Kills a bus that has not answered for too long. SIGTERM would let it remove the files from which its successor
    /// resumes.
    private func noteSilence(waitedSeconds: Double) async {
        let process = runState.bus.processID
        guard process > 0, !isEnding else { return noteSignOfLife() }
        silence.noAnswer(process: process, waitedSeconds: waitedSeconds, atSeconds: now)
        let isKnown = status?.processID == process
        let timeoutSeconds = isKnown ? run.configuration.supervision.timeouts.silentSeconds : BusRun.startTimeoutSeconds
        guard silence.seconds >= timeoutSeconds else { return startSilenceTimer(timeoutSeconds - silence.seconds) }
        noteSignOfLife()
        let reason = "did not answer for \(Int(timeoutSeconds.rounded())) s"
        await supervisor.replace(Self.bus, because: reason, termSeconds: nil)
    }

    /// Checks again when the timeout expires, without waiting for the next poll.
    private func startSilenceTimer(_ seconds: Double) {
        silenceTimer?.cancel()
        silenceTimer = Task {
            try await Task.sleep(for: .seconds(seconds))
            await noteSilence(waitedSeconds: 0)
        }
    }

    private func feedWatchdog(_ now: ContinuousClock.Instant) {
        guard let interval = run.service.watchdogSeconds else { return }
        if let watchdogFedAt, watchdogFedAt.duration(to: now).inSeconds < interval / 2 - 0.05 { return }
        watchdogFedAt = now
        run.service.alive()
        if hasBegun { run.service.status(runState.summary) }
    }

    /// Ends the run with its source. A recording without a position is an error, and so is a receiver that cannot be
    /// used: any other is awaited.
    private func checkEnd(_ status: BusStatus) {
        guard let session = status.sessions.first(where: { $0.session == run.loopPlan.session }),
            session.source == .ended
        else { return }
        let isRecorded = run.configuration.source?.isRecorded ?? true
        if session.fixesAccepted == 0 || !isRecorded, failure == nil {
            failure = ConfigurationError(
                file: run.configuration.source?.path ?? run.configuration.file,
                text: isRecorded
                    ? "held no position that could be used; give another recording as source.path"
                    : "cannot be used as a receiver; name its device as source.path, and a rate that it has as source.baud",
                isAboutAccess: true)
        }
        ended.open()
    }

    // MARK: - Stop

    /// Kills the controls and further processes that have not ended yet.
    func killRemaining() async { await supervisor.killNow(run.controlNames + run.helperProcessNames) }

    /// Stops navigation, then the controls, then the recorder and the metrics server, then the bus.
    func end() async {
        isEnding = true
        run.service.stopping()
        if status != nil {
            await stopNavigation()
            await follower.catchUp()
        }
        await supervisor.stop(run.controlNames)
        await supervisor.stop(run.helperProcessNames)
        follower.close()
        inbox.close()
        monitor.close()
        watching?.cancel()
        await supervisor.stop()
        await screen.flush()
    }

    private func stopNavigation() async {
        // The navigation of a fleet does not end with the bus of a vehicle.
        guard run.configuration.bus.program == nil else { return }
        do throws(BusError) {
            _ = try await monitor.request(.stop(run.loopPlan.session), timeout: .seconds(2))
        } catch {
            // A bus that is dead or hangs has lost the drive: its files remain, and navigation is not stopped.
            if case .noAnswer = error, failure == nil { return failure = error }
            screen.warn("failed to \(error)")
        }
    }
}

extension ControlReport {
    /// Whether the report is about an effect that began, progressed or ended.
    fileprivate var isOfEffect: Bool { !effect.isEmpty && [.began, .progressed, .ended].contains(kind) }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(self / .microseconds(1)) / 1e6 }
}
