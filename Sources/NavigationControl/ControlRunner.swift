import EventBus
@preconcurrency import Glibc
import NavigationEvents
import Platform

/// Runs the process of a control: joins the bus, makes and starts the control, calls it, stops it and leaves.
struct ControlRunner {
    let id: String
    let environment: ControlEnvironment
    let isObserver: Bool
    /// The topics to request, of those of the callbacks; `nil`: all of them.
    private let topics: [Topic]?
    /// Settings of the command line, by their keys.
    private let given: [String: String]
    private let stop = StopRequest()

    init(
        id: String, environment: ControlEnvironment, joining: ControlProcess.Joining = .asControl,
        given: [String: String] = [:], topics: [Topic]? = nil
    ) {
        self.id = id
        self.environment = environment.with(endpoint: joining.endpoint, session: joining.session)
        self.given = given
        self.topics = topics
        isObserver = joining.isObserver
    }

    /// Runs until the process is asked to end, and returns the exit code.
    func run<C: NavigationControl>(make: (ControlContext) throws -> C) -> ExitStatus {
        do {
            try prepareProcess()
            let session = try environment.session()
            let client = try BusClient(requests: environment.endpoint)
            stop.wakes { [wakeUp = client.wakeup] in wakeUp.wake() }
            guard let welcome = try join(client, hello(ControlCallbacks<C>(), session)) else { return .success }
            let reports = ReportQueue(waking: client.wakeup)
            let reporter = reporter(to: reports)
            let requests =
                isObserver
                ? nil : BusRequestChannel(endpoint: environment.endpoint, session: session, reporter: reporter)
            defer { requests?.stop() }
            let context = ControlContext(
                settings: settings(of: welcome, client), reporter: reporter, session: session,
                endpoint: environment.endpoint,
                memory: memory(of: welcome),
                runFolder: isObserver
                    ? nil : environment.persistentFolder.map { ControlFolder(path: $0, run: welcome.run) },
                router: isObserver
                    ? nil
                    : BusRouterChannel(endpoint: environment.endpoint, id: id, session: session, reporter: reporter),
                requests: requests)
            // The memory belongs to a navigation that ended while no process of this control ran.
            if !client.isNavigating { context.memory.forget() }
            let connection = ControlConnection(
                id: id, isObserver: isObserver, receivesReports: welcome.topics.contains(.onControl), client: client,
                reports: reports, context: context)
            return try runControl(connection) { try make(context) }
        } catch let error as EnvironmentError {
            return fail(error, .usage)
        } catch BusError.keys(let problem) {
            return fail(problem, .usage)
        } catch BusError.badEndpoint(let endpoint, let reason) {
            return fail(unusable(endpoint, reason), .usage)
        } catch let error as BusError {
            return fail(error, error.isAboutTransport ? .internalError : .unavailable)
        } catch {
            return fail(error, .internalError)
        }
    }

    /// Names the environment variable in the error, unless the endpoint of an observer may come from its command line.
    private func unusable(_ endpoint: String, _ reason: String) -> any Error {
        isObserver
            ? BusError.badEndpoint(endpoint, reason: reason) : UnusableEndpoint(endpoint: endpoint, reason: reason)
    }

    private func settings(of welcome: Welcome, _ client: BusClient) -> Settings {
        for key in given.keys.sorted() where welcome.settings[key] == nil && !welcome.settings.isEmpty {
            Terminal.error("navbus-\(id): --set \(key): the configuration of the bus has no such setting of \(id)")
        }
        // The launcher connects the standard input of each of its controls, and names its own bus to it.
        return Settings(
            welcome.settings,
            from: PathPolicy(control: id, trustsBus: environment.endsWithInput && client.isOfOwnUser, given: given))
    }

    private func memory(of welcome: Welcome) -> ControlMemory {
        ControlMemory(path: isObserver ? nil : environment.memoryPath(of: id), run: welcome.run) { [id] problem in
            Terminal.error("navbus-\(id): \(problem)")
        }
    }

    /// Prints problems on standard error too, in case no tap receives them.
    private func reporter(to reports: ReportQueue) -> Reporter {
        Reporter(control: id) { [id, isObserver] report in
            if !isObserver { reports.add(report) }
            if report.kind == .failed || report.kind == .warning { Terminal.error("navbus-\(id): \(report.text)") }
        }
    }

    private func prepareProcess() throws(SystemError) {
        // A reader of the output through a pipe needs each line at once.
        setlinebuf(stdout)
        // When the reader of a pipe is gone, the process must not die before it has closed its device.
        signal(SIGPIPE, SIG_IGN)
        try stop.watchSignals()
        if environment.endsWithInput { try stop.watchInput() }
    }

    /// Joins as soon as there is a bus; `nil` if the process is asked to end before.
    private func join(_ client: BusClient, _ hello: Hello) throws -> Welcome? {
        let seconds = try environment.waitSeconds()
        let end = ContinuousClock.now + .seconds(seconds)
        var timeout = Duration.milliseconds(250)
        var isFirst = true
        while !stop.isPending {
            do {
                return try client.join(hello, timeout: timeout)
            } catch BusError.noAnswer(let endpoint, _) {
                guard ContinuousClock.now < end else {
                    throw BusError.noAnswer(endpoint: endpoint, seconds: Double(seconds))
                }
                if isFirst { Terminal.error("navbus-\(id): waiting for a bus at \(endpoint)") }
                isFirst = false
                // The timeout grows, because a busy machine may need longer to answer.
                timeout = min(timeout * 2, .seconds(1))
            }
        }
        return nil
    }

    /// The hello requests the topics of the callbacks.
    private func hello<C>(_ callbacks: ControlCallbacks<C>, _ session: Session) -> Hello {
        // An observer handles no commands, so the bus must not expect it to.
        let requested = callbacks.topics.filter { topics?.contains($0) ?? true }
        return Hello(
            control: isObserver ? "" : id, session: session, topics: requested, processID: getpid(),
            acceptsCommands: callbacks.acceptsCommands && requested.contains(.onCommand) && !isObserver)
    }

    private static let missingReportsWarning =
        "the reports of controls do not arrive: add onControl to the topics of the key"

    private func runControl<C: NavigationControl>(
        _ connection: ControlConnection, make: () throws -> C
    ) throws -> ExitStatus {
        var driver: ControlDriver<C>
        do {
            driver = ControlDriver(try make())
        } catch {
            return try report(error, connection, error is SettingsError ? .configuration : .internalError)
        }
        do {
            try driver.start()
        } catch {
            driver.stop()
            return try report(error, connection, error is SettingsError ? .configuration : .outputError)
        }
        // The device is closed, whatever happens to the bus.
        let outcome = Result {
            connection.reporter(.ready)
            try connection.sendReports()
            try deliverEvents(&driver, connection)
        }
        if case .failure(let stall as DeviceStall) = outcome {
            // Closing a device that hangs would also hang.
            return try report(stall, connection, .outputError)
        }
        driver.stop()
        try outcome.get()
        connection.reporter(.leaving)
        try connection.sendReports()
        return .success
    }

    /// Number of heartbeats, one a second, after which the start is over.
    private static let heartbeatsOfStart = 10

    private func deliverEvents<C>(_ driver: inout ControlDriver<C>, _ connection: ControlConnection) throws {
        var warnedOf: UInt64 = 0
        connection.client.returnsAfterHeartbeats = true
        var heartbeat = Heartbeat(at: MonotonicInstant.now.nanoseconds, isOnThisMachine: environment.isOnThisMachine)
        var awaitsStatus = false
        var heartbeats = 0
        let observesStatus = driver.callbacks.onStatus != nil
        // A control that shows the others needs their reports; one that only uses them can work without.
        if driver.callbacks.onReport != nil, !connection.receivesReports {
            connection.notify(observesStatus ? .warning : .note, Self.missingReportsWarning, &driver)
        }
        while !stop.isPending, !Terminal.isOutputAbandoned {
            let now = MonotonicInstant.now.nanoseconds
            if heartbeat.isDue(at: now) {
                if let stall = driver.stall { throw DeviceStall(description: stall) }
                try connection.sendHeartbeat(heartbeat)
                heartbeats += 1
                if heartbeats == Self.heartbeatsOfStart { FreedMemory.returnToSystem() }
                if observesStatus { try askForStatus(connection, &driver, &awaitsStatus) }
            }
            if heartbeat.isSilenceDue(at: now) { driver.reportSilence() }
            let wait = Duration.nanoseconds(heartbeat.nanosecondsToWait(at: now))
            if let delivery = try connection.client.next(timeout: wait) {
                take(delivery, &driver, &heartbeat, connection)
            }
            if let status = try connection.client.takeStatus() {
                awaitsStatus = false
                driver.deliver(status: status)
            }
            warnOfMalformed(connection, &driver, &warnedOf)
            try connection.sendReports()
        }
        try deliverLastEvents(&driver, &heartbeat, connection)
    }

    /// Requests the status again, and delivers `nil` if the previous request has had no reply. It does not wait for the
    /// reply, so that a bus that hangs delays no callback.
    private func askForStatus<C>(
        _ connection: ControlConnection, _ driver: inout ControlDriver<C>, _ awaitsStatus: inout Bool
    ) throws {
        let isOverdue = awaitsStatus
        awaitsStatus = try connection.client.askForStatus()
        if isOverdue || !awaitsStatus { driver.deliver(status: nil) }
    }

    /// Time during which a control that is asked to end still handles events: a flood of them must not keep it.
    private static let lastEventsNanoseconds: UInt64 = 500_000_000

    /// Handles the last events, such as an arrival just before the signal to end.
    private func deliverLastEvents<C>(
        _ driver: inout ControlDriver<C>, _ heartbeat: inout Heartbeat, _ connection: ControlConnection
    ) throws {
        try connection.client.catchUp()
        let end = MonotonicInstant.now.nanoseconds + Self.lastEventsNanoseconds
        while MonotonicInstant.now.nanoseconds < end, let delivery = try connection.client.next(timeout: .zero) {
            take(delivery, &driver, &heartbeat, connection)
        }
        try connection.sendReports()
    }

    private func take<C>(
        _ delivery: Delivery, _ driver: inout ControlDriver<C>, _ heartbeat: inout Heartbeat,
        _ connection: ControlConnection
    ) {
        let now = MonotonicInstant.now.nanoseconds
        switch delivery {
        case .event(let envelope):
            heartbeat.noteEvent(
                publishedAt: envelope.monotonicNanoseconds, now: now, endsSilence: envelope.event.isGuidance)
            if !isOwn(envelope.event) { driver.deliver(envelope) }
            if case .navigationStopped = envelope.event { connection.context.memory.forget() }
        case .resynchronized(let missed):
            heartbeat.noteNewState(now: now)
            driver.resynchronize(isNavigating: connection.client.isNavigating)
            if !connection.client.isNavigating { connection.context.memory.forget() }
            connection.notify(.warning, "\(missed) events were missed; continued with the current state", &driver)
        case .restarted(let run):
            heartbeat.noteNewState(now: now)
            driver.restart(isNavigating: connection.client.isNavigating)
            connection.context.memory.begin(run: run)
            connection.notify(.note, "joined the restarted bus", &driver)
        }
    }

    /// Whether this process sent the report: a control that answers reports with reports must not answer its own.
    private func isOwn(_ event: Event) -> Bool {
        guard case .control(let report) = event else { return false }
        return !isObserver && report.control == id && report.processID == getpid()
    }

    /// Warns of unreadable messages: of the first, and then each time their number has doubled.
    private func warnOfMalformed<C>(
        _ connection: ControlConnection, _ driver: inout ControlDriver<C>, _ warnedOf: inout UInt64
    ) {
        let count = connection.client.counters.malformed
        guard count > 0, count >= warnedOf * 2 else { return }
        warnedOf = count
        connection.notify(
            .warning, "messages of the bus could not be read (\(count) so far); their events are fetched again", &driver
        )
    }

    private func report(_ error: any Error, _ connection: ControlConnection, _ code: ExitStatus) throws -> ExitStatus {
        connection.reporter(.failed, text: "failed to \(error)")
        try connection.sendReports()
        return code
    }

    private func fail(_ error: any Error, _ code: ExitStatus) -> ExitStatus {
        Terminal.error("navbus-\(id): failed to \(error)")
        return code
    }
}

/// A device hangs. The description completes "failed to …".
private struct DeviceStall: Error, CustomStringConvertible {
    let description: String
}

extension BusError {
    /// Whether the cause is this machine rather than a missing bus.
    fileprivate var isAboutTransport: Bool {
        switch self {
        case .transport, .exhausted, .malformed, .unexpectedAnswer: true
        default: false
        }
    }
}
