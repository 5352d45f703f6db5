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
        prepareProcess()
        do {
            let session = try environment.session()
            let client = try BusClient(requests: environment.endpoint)
            stop.wakes(client.wakeup)
            guard let welcome = try join(client, session) else { return .clean }
            let reports = ReportQueue(waking: client.wakeup)
            let context = ControlContext(
                settings: Settings(welcome.settings), reporter: reporter(to: reports), session: session)
            let line = Line(client: client, reports: reports, reporter: context.reporter, session: session)
            return try live(line) { try make(context) }
        } catch let error as EnvironmentError {
            return fail(error, .usage)
        } catch let error as BusError {
            return fail(error, error.isAboutTransport ? .internalError : .noBus)
        } catch {
            return fail(error, .internalError)
        }
    }

    /// A control's line to the bus.
    private struct Line {
        let client: BusClient
        let reports: ReportQueue
        let reporter: Reporter
        let session: Session

        func sendReports() throws {
            for report in reports.takeAll() { try client.report(report, session: session) }
        }
    }

    /// What goes wrong is told on standard error too: where nobody taps the bus, it would be silent.
    private func reporter(to reports: ReportQueue) -> Reporter {
        Reporter(control: id) { [id] report in
            reports.add(report)
            if report.kind == .failed || report.kind == .warning { printError("navbus-\(id): \(report.text)") }
        }
    }

    private func prepareProcess() {
        // Whoever reads our lines through a pipe wants each at once.
        setlinebuf(stdout)
        // A reader that goes away is noticed without dying of it: the device is still to be closed.
        signal(SIGPIPE, SIG_IGN)
        stop.watchSignals()
        if environment.endsWithInput { stop.watchInput() }
    }

    /// Joins as soon as there is a bus; `nil` if told to stop before.
    private func join(_ client: BusClient, _ session: Session) throws -> Welcome? {
        let hello = Hello(control: id, session: session, topics: Self.topics, processID: getpid())
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

    /// The four topics of the callbacks; reports of controls are for taps.
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
            return try report(error, line, .device)
        }
        line.reporter(.ready)
        try line.sendReports()
        // Whatever happens to the bus, the device is closed.
        let outcome = Result { try callBack(&driver, line) }
        driver.stop()
        try outcome.get()
        line.reporter(.leaving)
        try line.sendReports()
        return .clean
    }

    private func callBack<C>(_ driver: inout ControlDriver<C>, _ line: Line) throws {
        var warnedOf: UInt64 = 0
        while !stop.isPending, !isOutputAbandoned {
            if let delivery = try line.client.next(timeout: .seconds(1)) { take(delivery, &driver, line) }
            warnOfMalformed(line, &warnedOf)
            try line.sendReports()
        }
        // Told to end right behind the arrival, a control still brings its last words.
        try line.client.catchUp()
        while let delivery = try line.client.next(timeout: .zero) { take(delivery, &driver, line) }
        try line.sendReports()
    }

    private func take<C>(_ delivery: Delivery, _ driver: inout ControlDriver<C>, _ line: Line) {
        switch delivery {
        case .event(let envelope):
            driver.deliver(envelope.event)
        case .resynchronized(let missed):
            driver.resynchronize(isNavigating: line.client.isNavigating)
            line.reporter(.warning, text: "\(missed) events were missed; went on with the present state")
        case .restarted:
            driver.resynchronize(isNavigating: line.client.isNavigating)
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

extension BusError {
    /// Whether it is the fault of the machine, not of a missing bus.
    fileprivate var isAboutTransport: Bool {
        switch self {
        case .transport, .exhausted, .malformed, .unexpectedAnswer: true
        default: false
        }
    }
}
