import EventBus
import Glibc
import Guidance
import NavigationEvents
import Platform
import Positions

/// Connects a source of positions through filter and guidance to the bus. It makes no decisions about guidance.
///
/// It runs on the thread that owns the bus's sockets: a fix reaches its published events without a change of thread,
/// and neither requests nor reports interrupt the events of one input. Information for people is published as a report
/// of "navbus".
actor GuidanceLoop {
    nonisolated let session: Session
    let bus: BusServer
    let source: SourcePlan?
    private let makeSource: SourceMaker
    /// Whether time passes without requests too, by the clock of the bus.
    let passesTime: Bool
    private(set) var drive: Drive
    var watch = SourceWatch()
    /// Whether the timer visits this loop.
    var isVisited = false
    let timer: SilenceTimer
    private(set) var fixToEvent = Histogram()
    var lastFixAt: Double?
    /// Whether there may be a drive to recover.
    private(set) var mayResume: Bool
    /// Whether the session has ended: it accepts no more inputs.
    private(set) var isEnded = false
    /// Whether the launcher has permitted reading the source.
    private(set) var mayRead = false
    private(set) var reading: PositionReadings?
    private var isLogProblemReported = false
    /// The readings of compasses.
    var compass: Compass
    /// The readings of motion sensors.
    var motionSensors = MotionSensors()
    /// Waits until the next heading may be published.
    var headingTask: Task<Void, Never>?
    /// The kinds of invalid headings of the source that were reported.
    var reportedHeadingProblems: Set<CompassError.Kind> = []
    /// Number of routes that could not be recovered, so that the launcher starts its own again.
    private(set) var lostRoutes: UInt64 = 0
    /// The memory use that was last reported to the bus, bytes.
    private(set) var reportedGuidanceBytes = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.unownedExecutor }

    /// Makes the loop of the bus's own session with the planned source; ``resume()`` must be called first.
    init(
        bus: BusServer, plan: LoopPlan, timer: SilenceTimer, makeSource: @escaping SourceMaker = SourcePlan.maker
    ) {
        let log = bus.journalFolder.map { DriveLog(folder: $0, run: bus.run, isContinued: bus.isContinued) }
        self.init(
            bus: bus, timer: timer, session: plan.session, source: plan.source, makeSource: makeSource,
            passesTime: plan.source?.isRecorded != true, clock: FixClock(), isContinued: bus.isContinued,
            drive: Drive(
                settings: GuidanceSettings(plan),
                isSimulated: plan.source?.kind == .simulate, log: log))
    }

    /// Makes the loop of a session that was opened on this bus or on a previous one; its drive is recovered before any
    /// other input.
    init(
        bus: BusServer, opened session: Session, run: UInt64, isContinued: Bool, plan: LoopPlan, timer: SilenceTimer
    ) {
        let log = bus.journalFolder.map {
            DriveLog(
                folder: $0, session: session, run: run, isContinued: isContinued,
                bounds: plan.passesTimeWithPositions ? .exact : .opened)
        }
        self.init(
            bus: bus, timer: timer, session: session, source: nil, passesTime: !plan.passesTimeWithPositions,
            clock: FixClock(isOfDrive: plan.passesTimeWithPositions), isContinued: isContinued,
            drive: Drive(settings: GuidanceSettings(plan), log: log))
    }

    private init(
        bus: BusServer, timer: SilenceTimer, session: Session, source: SourcePlan?,
        makeSource: @escaping SourceMaker = SourcePlan.maker, passesTime: Bool,
        clock: FixClock, isContinued: Bool, drive: Drive
    ) {
        self.bus = bus
        self.timer = timer
        self.session = session
        self.source = source
        self.makeSource = makeSource
        self.passesTime = passesTime
        compass = Compass(clock: clock, declination: GuidanceLoop.magneticModel)
        mayResume = isContinued
        self.drive = drive
    }

    /// Resumes after a killed bus: replays all inputs and publishes the events that were not published.
    func resume() {
        guard mayResume else { return }
        mayResume = false
        let recovery = drive.recover { [bus, session] event, sequence in
            bus.assumeIsolated { $0.published(event.event.topic, of: session, under: sequence) }
                .map(event.isPublished(as:)) ?? false
        }
        if !recovery.unpublished.isEmpty {
            drive.recordResumption(recovery, after: sequence)
            publish(recovery.unpublished)
        }
        if recovery.tornBytes > 0 {
            take(.reported(.warning, "the last input before the bus was killed is incomplete and was dropped"))
        }
        reconcile()
        reportGuidanceBytes()
        compass.note(drive.state.lastTime, now: now)
        watch.resume(at: drive.state.lastTime, isStale: drive.state.numbers.isSourceSilent, now: now)
        recordTime()
        // The part of a recording after the last fix is read again: no log contains headings.
        let told = bus.assumeIsolated { [session] in $0.newest(.onHeading, of: session) }
        if case .heading(let heading)? = told?.event { compass.resume(after: heading) }
    }

    /// Reconciles the recovered drive with the published events.
    ///
    /// The journal's space is reserved in advance, so after a full disk it may hold more than the drive log. A person
    /// must not wait for turns of a lost route, nor be guided along a stopped one.
    private func reconcile() {
        let isGuiding = bus.assumeIsolated { [session] in $0.isNavigating(session) }
        switch (isGuiding, drive.state.isActive) {
        case (true, false): publishEnd()
        case (true, true) where isAnotherRoutePublished: take(.stopped)
        case (false, true): return take(.stopped)
        default: return
        }
        lostRoutes += 1
        take(
            .reported(
                .warning,
                "the route is lost with the drive log; start it again unless the configuration names it"))
    }

    /// Publishes the end of the published navigation, whose drive is lost or not needed any more.
    private func publishEnd() {
        let last = bus.assumeIsolated { [session] in $0.newest(.onNavigation, of: session) }
        if let last, case .navigation(let info) = last.event, info.state != .stopped {
            publish([TickedEvent(event: .navigation(info.stopped), tick: last.tick)])
        }
        publish([TickedEvent(event: .navigationStopped(.requested), tick: 0)])
    }

    /// Whether the last published route differs from the followed one.
    private var isAnotherRoutePublished: Bool {
        let told = bus.assumeIsolated { [session] in $0.newest(.onNavigationStarted, of: session) }
        guard case .navigationStarted(let route) = told?.event else { return false }
        return route.id != drive.state.route?.id
    }

    /// Starts reading the source: the controls are ready.
    func begin() {
        guard !mayRead, !isEnded, let source else { return }
        mayRead = true
        if drive.state.numbers.isSourceBegun {
            read(skipping: drive.state.numbers.sourceEvents)
        } else if source.kind != .simulate || drive.state.isActive {
            take(.begun)
            read(skipping: 0)
        }
    }

    /// Starts navigation along a route; an active one is stopped or replaced, depending on the reason of the route.
    ///
    /// - Throws: ``RequestError`` if the route cannot be followed or the session has ended.
    func start(_ route: Route) throws(RequestError) {
        guard !isEnded else {
            throw RequestError(code: .noSuchSession, text: "session \"\(session.name)\" has ended")
        }
        resume()
        let input = DriveInput.started(route)
        do throws(RouteModelError) {
            publish(try drive.process(input, after: sequence))
        } catch {
            throw RequestError(code: .badRoute, text: "failed to \(error)")
        }
        recordTime()
        compactLog(after: input)
        reportLogProblem()
        reportGuidanceBytes()
        // A simulated drive follows the last requested route.
        guard mayRead, source?.kind == .simulate, input.isFreshStart || reading == nil else { return }
        take(.begun)
        read(skipping: 0)
    }

    /// Stops navigation; does nothing if none is active.
    func stop() {
        guard !isEnded else { return }
        resume()
        if drive.state.isActive { take(.stopped) }
    }

    /// Skips the next stopover; does nothing if no navigation is active.
    func skipStopover() {
        guard !isEnded else { return }
        resume()
        if drive.state.isActive { take(.skipped) }
    }

    /// Processes a reading of motion sensors from the request socket.
    ///
    /// - Throws: ``RequestError`` if the reading is invalid.
    func accept(_ motion: MotionReading) throws(RequestError) {
        guard !isEnded else { return }
        resume()
        // The log holds the time of the reading, so that a recovered drive has the same result.
        let reading = try motionSensors.take(motion, clock: compass.clock, now: now)
        if let reading { take(.motion(reading)) }
    }

    /// Processes the durations of a speech control.
    ///
    /// - Throws: ``RequestError`` if one is impossible or there are too many.
    func accept(_ durations: SpeechDurations) throws(RequestError) {
        guard !isEnded else { return }
        resume()
        if let problem = durations.problem { throw RequestError(code: .malformed, text: problem) }
        // Those of another route would only fill the log.
        if durations.routeID == drive.state.route?.id { take(.speech(durations)) }
    }

    /// Processes a position from the request socket.
    func accept(_ position: Fix) {
        guard !isEnded else { return }
        resume()
        take(.position(compass.heading(position)))
    }

    /// Processes a router's answer.
    func accept(_ answer: RouteAnswer) {
        guard !isEnded else { return }
        resume()
        take(.answered(answer))
    }

    /// Continues from a compact record of the session, so that a bus that restores it has the same events from here on.
    ///
    /// - Throws: ``RequestError`` if time passes in the session by itself, or there can be no record at present.
    func checkpoint() throws(RequestError) -> SessionRecord {
        guard !isEnded, compass.clock.isOfDrive else {
            throw RequestError(
                code: .forbidden,
                text: "session \"\(session.name)\" depends on more than its requests; send this only to sessions that "
                    + "are opened on a bus with guidance.time = \"positions\"")
        }
        resume()
        guard let (records, times) = drive.checkpoint(after: sequence) else {
            throw RequestError(
                code: .unavailable,
                text: "session \"\(session.name)\" cannot be shortened without a change of its guidance; try again "
                    + "later")
        }
        beginAgain(after: times)
        guard let snapshot = bus.assumeIsolated({ [session] in $0.checkpoint(of: session) }) else {
            throw RequestError(code: .unavailable, text: "session \"\(session.name)\" has ended")
        }
        return SessionRecord(snapshot: snapshot, drive: records)
    }

    /// Continues from a record, before any input.
    ///
    /// - Returns: `false` if the record is damaged.
    func restore(_ record: SessionRecord) -> Bool {
        guard let times = drive.restore(record.drive) else { return false }
        beginAgain(after: times)
        return true
    }

    /// Sets everything besides the drive to a function of it.
    private func beginAgain(after positionTimes: [Timestamp]) {
        compass.beginAgain()
        motionSensors.beginAgain()
        let state = drive.state
        watch = SourceWatch(
            positionTimes: positionTimes, time: state.lastTime, isStale: state.numbers.isSourceSilent)
        recordTime()
        reportGuidanceBytes()
    }

    /// Ends navigation and removes everything that could be resumed.
    func end() {
        guard !isEnded else { return }
        headingTask?.cancel()
        reading?.close()
        reading = nil
        if !mayResume {
            stop()
        } else if bus.assumeIsolated({ [session] in $0.isNavigating(session) }) {
            // The position is no longer needed: recovering thousands of drives would take seconds.
            publishEnd()
        }
        mayResume = false
        isEnded = true
        reportGuidanceBytes()
        drive.log?.remove()
    }

    // MARK: - Source

    private func read(skipping count: UInt64) {
        reading?.close()
        reading = nil
        let numbers = drive.state.numbers
        guard !numbers.isSourceEnded,
            let source = source.flatMap({
                makeSource($0, drive.state.simulatedRoute, numbers.simulationStart)
            })
        else { return }
        let readings = source.readings(skipping: count)
        reading = readings
        readings.notify { [weak self, weak readings] in
            self?.bus.perform { [weak self, weak readings] _ in
                if let readings { self?.assumeIsolated { $0.process(readings) } }
            }
        }
    }

    /// Processes the readings that wait, and other work of the bus in between if they are many.
    private func process(_ readings: PositionReadings) {
        for _ in 0..<Self.maxReadingsAtOnce {
            guard reading === readings, let next = readings.takeWaiting() else { return }
            accept(next)
        }
        bus.perform { [weak self] _ in self?.assumeIsolated { $0.process(readings) } }
    }

    private static let maxReadingsAtOnce = 16

    private func accept(_ reading: PositionReading) {
        if case .heading(let heading) = reading.event { return accept(fromSource: heading) }
        guard let input = DriveInput(reading.event) else { return }
        compass.sourceAdvanced()
        guard case .fix(let fix) = input else { return take(input) }
        // The log holds the fix with its heading, so that a recovered drive has the same result.
        take(.fix(compass.heading(fix)))
        fixToEvent.record(seconds: MonotonicInstant.now.seconds - Double(reading.monotonicNanoseconds) / 1e9)
    }

    // MARK: - Inputs and Events

    var sequence: UInt64 {
        bus.assumeIsolated { [session] in $0.cursor(of: session)?.sequence ?? 0 }
    }

    /// Processes an input that cannot fail.
    func take(_ input: DriveInput) {
        do throws(RouteModelError) {
            publish(try drive.process(input, after: sequence))
        } catch {
            // Only a start throws, and `start(_:)` handles it.
            return
        }
        recordTime(isOfFix: input.isFix)
        compactLog(after: input)
        reportLogProblem()
        switch input {
        case .stopped, .answered: reportGuidanceBytes()
        default: break
        }
    }

    /// Publishes a report for people.
    func report(_ kind: ReportKind, _ text: String) { take(.reported(kind, text)) }

    /// Reports a change of the memory use of guidance to the bus.
    private func reportGuidanceBytes() {
        let bytes = drive.state.heldBytes
        guard bytes != reportedGuidanceBytes else { return }
        let more = bytes - reportedGuidanceBytes
        reportedGuidanceBytes = bytes
        bus.assumeIsolated { $0.note(moreGuidanceBytes: more) }
    }

    /// Publishes without a suspension point, which is possible because this actor shares the thread of the bus.
    func publish(_ events: [TickedEvent]) {
        guard !events.isEmpty else { return }
        bus.assumeIsolated { [session] bus in
            for event in events { bus.publish(event.event, session: session, tick: event.tick) }
        }
    }

    private func compactLog(after input: DriveInput) { drive.compactLog(after: input, sequence: sequence) }

    /// Reports once that the disk refuses the log, and once that it accepts it again. Where only the times of the drive count,
    /// the events of a session follow from its inputs alone, so the report is one of the bus.
    private func reportLogProblem() {
        let trouble = drive.log?.problem
        guard (trouble != nil) != isLogProblemReported else { return }
        isLogProblemReported = trouble != nil
        let warning = trouble.map { "failed to \($0); guidance continues, but does not survive the bus" }
        if compass.clock.isOfDrive {
            if let warning { bus.assumeIsolated { $0.warnOnce("log", warning) } }
        } else if let warning {
            take(.reported(.warning, warning))
        } else {
            take(.reported(.note, "the drive log is written again"))
        }
    }
}
