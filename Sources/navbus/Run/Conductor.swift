import EventBus
import NavigationControl
import NavigationEvents
import NavigationLoop
import Supervisor
import Synchronization
import TOML

/// Controls a run: starts, watches, restarts and stops the bus, the controls and the further processes.
actor Conductor {
    /// Name of the process of the bus, for the supervisor and in messages.
    static let bus = "bus"

    private let run: BusRun
    private let screen: any RunScreen
    private let orders: OrderLine
    private let board: RunBoard
    private let supervisor: Supervisor
    private let monitor: BusMonitor
    private let follower: StreamFollower
    private var watching: Task<Void, Never>?
    private var greeting: Task<Void, Never>?
    private var lookedAt: ContinuousClock.Instant?
    private var fedAt: ContinuousClock.Instant?
    private var silence = BusSilence()
    /// Expires when the bus has been silent for too long.
    private var silenceTimer: Task<Void, any Error>?
    private let madeAt = ContinuousClock.now
    /// The latest status of the present bus process; `nil` before its first answer.
    private var status: BusStatus?
    /// The run of the bus that got the route, or that already had one.
    private var routedRun: UInt64?
    private var hasBegun = false
    private var isEnding = false
    private let ended = Signal()
    /// Why the run has failed; `nil` if it has not.
    private(set) var failure: (any Error)?

    /// Creates the parts of the run; no process is started yet.
    init(run: BusRun) {
        self.run = run
        let screen = run.screen
        self.screen = screen
        let board = RunBoard(patience: run.profile.supervision.patience)
        self.board = board
        let orders = OrderLine(plan: run.loopPlan)
        self.orders = orders
        let calm = min(0.5, (run.service.watchdogSeconds ?? 2) / 4)
        let monitor = BusMonitor(endpoint: run.endpoints.requests, calmSeconds: calm)
        self.monitor = monitor
        let supervisor = Supervisor(
            patience: .seconds(run.profile.supervision.stopSeconds), adoptsOrphans: true
        ) { output in
            if !board.holdsBack(output) { screen.show(output) }
        } onChange: { status in
            if status.control == Self.bus {
                board.noteBus(status)
                monitor.hurry(true)
                switch status.state {
                case .restarting: screen.warn("the bus \(status.text); it is started again")
                // A bus that never answered ends the run with an error of its own.
                case .failed where board.hasAnswered: screen.warn("the bus has failed: \(status.text)")
                case .failed, .unknown, .starting, .running, .stopped: break
                }
            } else {
                // The metrics server only requests the status and never reports that it is ready.
                if status.control != Profile.metrics {
                    // The bus gets the status first: requests of the process may follow immediately.
                    orders.note(status)
                    board.note(status)
                }
                screen.show(status)
            }
            monitor.lookSoon()
        }
        self.supervisor = supervisor
        follower = StreamFollower(
            endpoint: run.endpoints.requests, session: run.loopPlan.session, screen: screen
        ) { report in
            switch (report.control, report.kind) {
            case ("navbus", .warning): screen.warn(report.text)
            case ("navbus", .note): screen.note(report.text)
            default: break
            }
            board.noteReady(report)
            if report.isOfEffect {
                Task { await supervisor.noteWork(of: report.control, processID: report.processID) }
            }
            monitor.lookSoon()
        }
    }

    /// Starts the bus, then the controls, then the drive, and waits for the end of its source. A run without a
    /// recording continues until it is cancelled.
    func guide() async throws {
        run.service.status("starting")
        await supervisor.start(run.busPlan) { [orders, board] in
            if board.isBusDoomed { orders.forgetTheRun() }
            return orders.open()
        }
        monitor.start()
        watching = Task { [monitor] in
            for await look in monitor.looks { await take(look) }
        }
        try await waitForBus()
        guard !Task.isCancelled else { return }
        follower.start()
        screen.began(run.endpoints.requests, controls: run.lineup.members.map(\.entry.manifest.id))
        for companion in run.companions { await supervisor.start(companion) }
        for member in run.lineup.members { await launch(member) }
        await waitForControls()
        guard !Task.isCancelled else { return }
        run.service.ready(board.summary)
        await begin()
        monitor.hurry(false)
        await ended.wait()
    }

    private func launch(_ member: ControlLineup.Member) async {
        if let launch = run.lineup.plan(for: member, endpoints: run.endpoints, session: run.loopPlan.session) {
            return await supervisor.start(launch)
        }
        let text = member.entry.missing ?? "its executable cannot be found"
        let status = ControlStatus(control: member.entry.manifest.id, state: .failed, text: text)
        orders.note(status)
        board.note(status)
        screen.show(status)
    }

    // MARK: - Start

    private func waitForBus() async throws {
        while status == nil, !Task.isCancelled {
            if board.bus.state == .failed {
                throw BusStartFailure(ending: await supervisor.lastEnding(of: Self.bus), words: board.takeWords())
            }
            await rest()
        }
        for output in board.takeWords() { screen.show(output) }
    }

    private func waitForControls() async {
        let deadline = ContinuousClock.now + BusRun.readinessPatience
        while !(board.isSettled && follower.isFollowing), ContinuousClock.now < deadline, !Task.isCancelled {
            await rest()
        }
        guard !Task.isCancelled else { return }
        for control in board.missing {
            screen.warn("control \(control) has not said hello to the bus; the drive starts without waiting for it")
        }
    }

    private func rest() async { try? await Task.sleep(for: .milliseconds(5)) }

    /// Gives the bus its route and lets it start, once for each process of the bus.
    private func begin() async {
        hasBegun = true
        while let status, !isEnding, !Task.isCancelled {
            do {
                try await giveRoute(status)
                orders.begin()
                return
            } catch BusError.noAnswer {
                // The bus has ended in the meantime. Its successor gets the route as soon as it answers.
                guard self.status?.processID == status.processID else { return }
                await rest()
            } catch {
                screen.warn("failed to \(error)")
                let file = run.profile.route?.path ?? run.profile.file
                failure = ConfigurationError(file: file, text: "failed to \(error)")
                routedRun = status.run
            }
        }
    }

    /// Gives the bus the route, unless it has resumed a run that already has its route or was stopped.
    private func giveRoute(_ status: BusStatus) async throws(BusError) {
        let isLost = status.counters["lost_routes", default: 0] > 0
        guard let route = run.route, routedRun != status.run || isLost else { return }
        let session = status.sessions.first { $0.session == run.loopPlan.session }
        if session?.state ?? .stopped == .stopped {
            _ = try await monitor.request(.start(run.loopPlan.session, route))
        }
        routedRun = status.run
    }

    // MARK: - Watching

    private func take(_ look: BusMonitor.Look) async {
        switch look {
        case .answered(let status) where status.processID == board.bus.processID: await take(status)
        case .answered: break
        case .starting: noteSignOfLife()
        case .silent(let seconds): await noteSilence(waitedSeconds: seconds)
        }
    }

    private func take(_ status: BusStatus) async {
        let now = ContinuousClock.now
        // Time in which the launcher itself was paused does not count.
        let seconds = min(lookedAt.map { ($0.duration(to: now)).inSeconds } ?? 0, 1)
        lookedAt = now
        noteSignOfLife()
        let isNew = self.status?.processID != status.processID
        self.status = status
        if isNew {
            await supervisor.noteReady(Self.bus)
            board.noteAnswer()
        }
        guard !isEnding else { return }
        if isNew, hasBegun { greetSuccessor(status) }
        for verdict in board.look(at: status.controls, afterSeconds: seconds) {
            await supervisor.replace(verdict.control, because: verdict.reason)
        }
        feedWatchdog(now)
        if hasBegun { checkEnd(status) }
    }

    /// Starts the drive on a bus that was restarted. A task of its own does so, since the new bus may hang as well.
    private func greetSuccessor(_ status: BusStatus) {
        board.forgetSilence()
        let isSame = routedRun == nil || routedRun == status.run
        screen.warn(
            isSame
                ? "the bus is back (process \(status.processID)) and resumes the drive"
                : "the bus is back (process \(status.processID)) and starts the drive from the beginning")
        greeting = Task { [greeting] in
            await greeting?.value
            await begin()
            monitor.hurry(false)
        }
    }

    private func noteSignOfLife() {
        silenceTimer?.cancel()
        silenceTimer = nil
        silence.answered(process: board.bus.processID, atSeconds: now)
    }

    private var now: Double { madeAt.duration(to: .now).inSeconds }

    /// Kills a bus that has not answered for too long. SIGTERM would let it remove the files from which its successor
    /// resumes.
    private func noteSilence(waitedSeconds: Double) async {
        let process = board.bus.processID
        guard process > 0, !isEnding else { return noteSignOfLife() }
        silence.noAnswer(process: process, waitedSeconds: waitedSeconds, atSeconds: now)
        let isKnown = status?.processID == process
        let patience = isKnown ? run.profile.supervision.patience.silentSeconds : BusRun.startPatienceSeconds
        guard silence.seconds >= patience else { return startSilenceTimer(patience - silence.seconds) }
        noteSignOfLife()
        let reason = "did not answer for \(Int(patience.rounded())) s"
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
        if let fedAt, fedAt.duration(to: now).inSeconds < interval / 2 - 0.05 { return }
        fedAt = now
        run.service.alive()
        if hasBegun { run.service.status(board.summary) }
    }

    /// Ends the run with its source. A recording without a position is an error.
    private func checkEnd(_ status: BusStatus) {
        guard let session = status.sessions.first(where: { $0.session == run.loopPlan.session }),
            session.source == .ended
        else { return }
        if session.fixesAccepted == 0, failure == nil {
            failure = ConfigurationError(
                file: run.profile.source?.path ?? run.profile.file,
                text: "held no position that could be used; give another recording as source.path",
                isAboutAccess: true)
        }
        ended.give()
    }

    // MARK: - Stop

    /// Kills the controls and further processes that have not ended yet.
    func hasten() async { await supervisor.hasten(run.controlNames + run.companionNames) }

    /// Stops navigation, then the controls, then the recorder and the metrics server, then the bus.
    func end() async {
        isEnding = true
        run.service.stopping()
        if status != nil {
            await stopNavigation()
            await follower.catchUp()
        }
        await supervisor.stop(run.controlNames)
        await supervisor.stop(run.companionNames)
        follower.close()
        monitor.close()
        watching?.cancel()
        await supervisor.stop()
        await screen.flush()
    }

    private func stopNavigation() async {
        do {
            _ = try await monitor.request(.stop(run.loopPlan.session), timeout: .seconds(2))
        } catch {
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
