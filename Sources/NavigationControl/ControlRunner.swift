import EventBus
@preconcurrency import Glibc
import NavigationEvents

/// The life of a control's process: join, make, start, call back, stop, leave.
struct ControlRunner {
    let id: String
    let environment: ControlEnvironment
    private let stop = StopRequest()

    init(id: String, environment: ControlEnvironment) {
        self.id = id
        self.environment = environment
    }

    /// Runs until told to stop, and says how it ended.
    func run<C>(make: (ControlContext) throws -> ControlDriver<C>) -> ExitCode {
        do {
            try prepareProcess()
            let session = try environment.session()
            let client = try BusClient(requests: environment.endpoint)
            stop.wakes(client.wakeup)
            guard let welcome = try join(client, session, takesCommands: C.takesCommands) else { return .clean }
            let reports = ReportQueue(waking: client.wakeup)
            let reporter = reporter(to: reports)
            let context = ControlContext(
                settings: Settings(welcome.settings), reporter: reporter, session: session, memory: memory(of: welcome),
                router: BusRouterLine(
                    endpoint: environment.endpoint, id: id, session: session, reporter: reporter))
            // What is remembered is about a navigation that has ended while nobody looked.
            if !client.isNavigating { context.memory.forget() }
            let line = Line(id: id, client: client, reports: reports, context: context)
            return try live(line) { try make(context) }
        } catch let error as EnvironmentError {
            return fail(error, .usage)
        } catch BusError.keys(let problem) {
            return fail(problem, .usage)
        } catch let error as BusError {
            return fail(error, error.isAboutTransport ? .internalError : .noBus)
        } catch {
            return fail(error, .internalError)
        }
    }

    /// A control's line to the bus.
    private struct Line {
        let id: String
        let client: BusClient
        let reports: ReportQueue
        let context: ControlContext

        var reporter: Reporter { context.reporter }

        func sendReports() throws {
            for report in reports.takeAll() { try client.report(report, session: context.session) }
        }

        func sendHeartbeat(_ heart: Heart) throws {
            let counters = client.counters
            try client.sendHeartbeat(
                ControlVitals(
                    control: id, processID: getpid(), delivered: heart.delivered, gaps: counters.gaps,
                    repaired: counters.repaired, missed: counters.missed, malformed: counters.malformed,
                    unsentReports: counters.unsentReports, latency: heart.latency),
                session: context.session)
        }
    }

    private func memory(of welcome: Welcome) -> ControlMemory {
        ControlMemory(path: environment.memoryPath(of: id), run: welcome.run) { [id] problem in
            printError("navbus-\(id): \(problem)")
        }
    }

    /// What goes wrong is told on standard error too: where nobody taps the bus, it would be silent.
    private func reporter(to reports: ReportQueue) -> Reporter {
        Reporter(control: id) { [id] report in
            reports.add(report)
            if report.kind == .failed || report.kind == .warning { printError("navbus-\(id): \(report.text)") }
        }
    }

    private func prepareProcess() throws(ThreadError) {
        // Whoever reads our lines through a pipe wants each at once.
        setlinebuf(stdout)
        // A reader that goes away is noticed without dying of it: the device is still to be closed.
        signal(SIGPIPE, SIG_IGN)
        try stop.watchSignals()
        if environment.endsWithInput { try stop.watchInput() }
    }

    /// Joins as soon as there is a bus; `nil` if told to stop before.
    private func join(_ client: BusClient, _ session: Session, takesCommands: Bool) throws -> Welcome? {
        let hello = Hello(
            control: id, session: session, topics: takesCommands ? Self.topics + [.onCommand] : Self.topics,
            processID: getpid(), takesCommands: takesCommands)
        let seconds = try environment.waitSeconds()
        let end = ContinuousClock.now + .seconds(seconds)
        var patience = Duration.milliseconds(250)
        var isFirst = true
        while !stop.isPending {
            do {
                return try client.join(hello, timeout: patience)
            } catch BusError.noAnswer(let endpoint, _) {
                guard ContinuousClock.now < end else {
                    throw BusError.noAnswer(endpoint: endpoint, seconds: Double(seconds))
                }
                if isFirst { printError("navbus-\(id): waiting for a bus at \(endpoint)") }
                isFirst = false
                // Longer on a machine that is too busy to answer sooner.
                patience = min(patience * 2, .seconds(1))
            }
        }
        return nil
    }

    /// The topics of the callbacks that all controls have; reports of controls are for taps.
    private static let topics: [Topic] = [.onNavigationStarted, .onNavigation, .onNavigationStopped, .onGPS]

    private func live<C>(_ line: Line, make: () throws -> ControlDriver<C>) throws -> ExitCode {
        var driver: ControlDriver<C>
        do {
            driver = try make()
        } catch {
            return try report(error, line, error is SettingsError ? .settings : .internalError)
        }
        do {
            try driver.start()
        } catch {
            driver.stop()
            return try report(error, line, error is SettingsError ? .settings : .device)
        }
        // Whatever happens to the bus, the device is closed.
        let outcome = Result {
            line.reporter(.ready)
            try line.sendReports()
            try callBack(&driver, line)
        }
        if case .failure(let standstill as DeviceStandstill) = outcome {
            // To close what hangs would hang.
            return try report(standstill, line, .device)
        }
        driver.stop()
        try outcome.get()
        line.reporter(.leaving)
        try line.sendReports()
        return .clean
    }

    private func callBack<C>(_ driver: inout ControlDriver<C>, _ line: Line) throws {
        var warnedOf: UInt64 = 0
        var heart = Heart(at: monotonicNanoseconds(), isOnThisMachine: environment.isOnThisMachine)
        while !stop.isPending, !isOutputAbandoned {
            let now = monotonicNanoseconds()
            if heart.beats(at: now) {
                if let standstill = driver.standstill { throw DeviceStandstill(description: standstill) }
                try line.sendHeartbeat(heart)
            }
            if heart.isSilent(at: now) { driver.fallSilent() }
            let wait = Duration.nanoseconds(heart.nanosecondsToWait(at: now))
            if let delivery = try line.client.next(timeout: wait) { take(delivery, &driver, &heart, line) }
            warnOfMalformed(line, &warnedOf)
            try line.sendReports()
        }
        try takeLastWords(&driver, &heart, line)
    }

    /// How long a control that is told to end still takes what comes: a flood, or a bus that never ends its answer,
    /// must not keep it.
    private static let lastWordsNanoseconds: UInt64 = 500_000_000

    /// Told to end right behind the arrival, a control still brings its last words.
    private func takeLastWords<C>(_ driver: inout ControlDriver<C>, _ heart: inout Heart, _ line: Line) throws {
        try line.client.catchUp()
        let end = monotonicNanoseconds() + Self.lastWordsNanoseconds
        while monotonicNanoseconds() < end, let delivery = try line.client.next(timeout: .zero) {
            take(delivery, &driver, &heart, line)
        }
        try line.sendReports()
    }

    private func take<C>(
        _ delivery: Delivery, _ driver: inout ControlDriver<C>, _ heart: inout Heart, _ line: Line
    ) {
        let now = monotonicNanoseconds()
        switch delivery {
        case .event(let envelope):
            heart.noteEvent(publishedAt: envelope.monotonicNanoseconds, now: now)
            driver.deliver(envelope.event)
            if case .navigationStopped = envelope.event { line.context.memory.forget() }
        case .resynchronized(let missed):
            heart.noteNewState(now: now)
            driver.resynchronize(isNavigating: line.client.isNavigating)
            if !line.client.isNavigating { line.context.memory.forget() }
            line.reporter(.warning, text: "\(missed) events were missed; went on with the present state")
        case .restarted(let run):
            heart.noteNewState(now: now)
            driver.restart(isNavigating: line.client.isNavigating)
            line.context.memory.begin(run: run)
            line.reporter(.note, text: "joined the restarted bus")
        }
    }

    /// Tells of messages that could not be read: the first, and then each time their number has doubled.
    private func warnOfMalformed(_ line: Line, _ warnedOf: inout UInt64) {
        let count = line.client.counters.malformed
        guard count > 0, count >= warnedOf * 2 else { return }
        warnedOf = count
        line.reporter(
            .warning, text: "messages of the bus could not be read (\(count) so far); their events are fetched again")
    }

    /// Whether standard output is a pipe that nobody reads any more.
    private var isOutputAbandoned: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&output, 1, 0) > 0 && output.revents & Int16(POLLERR) != 0
    }

    private func report(_ error: any Error, _ line: Line, _ code: ExitCode) throws -> ExitCode {
        line.reporter(.failed, text: "failed to \(error)")
        try line.sendReports()
        return code
    }

    private func fail(_ error: any Error, _ code: ExitCode) -> ExitCode {
        printError("navbus-\(id): failed to \(error)")
        return code
    }
}

/// A device hangs, in what completes "failed to …".
private struct DeviceStandstill: Error, CustomStringConvertible {
    let description: String
}

extension BusError {
    /// Whether it is the fault of the machine, not of a missing bus.
    fileprivate var isAboutTransport: Bool {
        switch self {
        case .transport, .exhausted, .malformed, .unexpectedAnswer: true
        default: false
        }
    }
}

/// The present moment of the clock that envelopes are stamped with.
private func monotonicNanoseconds() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}
