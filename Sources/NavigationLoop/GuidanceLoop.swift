import EventBus
import Glibc
import Guidance
import NavigationEvents
import Platform
import Positions

/// Wires a source of positions through the filter and the guidance to the bus. It decides nothing about driving.
///
/// It runs on the thread that owns the bus's sockets, so a fix travels to its published events without changing
/// threads, and neither requests nor reports ever come between the events of one input. What people should know goes
/// out as a report of "navbus".
actor GuidanceLoop {
    nonisolated let session: Session
    let bus: BusServer
    let source: SourcePlan?
    private(set) var drive: Drive
    private(set) var watch = SourceWatch()
    private(set) var fixToEvent = Histogram()
    private(set) var lastFixAt: Double?
    /// Whether there may be a past that was not put in again yet.
    private(set) var mayResume: Bool
    /// Whether it has ended: it takes nothing in any more.
    private(set) var isEnded = false
    /// Whether the launcher has said that the source is to be read.
    private(set) var mayRead = false
    private(set) var reading: Task<Void, Never>?
    private var watching: Task<Void, Never>?
    private var isTroubleTold = false
    /// What compasses say.
    var compass = Compass(declination: GuidanceLoop.magneticModel)
    /// Waits until the next heading may be published.
    var pointing: Task<Void, Never>?
    /// What was told of headings of the source that are none.
    var toldHeadings: Set<CompassError.Kind> = []
    /// Routes that this process did not find any more, so that the launcher gives its own again.
    private(set) var lostRoutes: UInt64 = 0
    /// What the bus was told that the guidance takes.
    private(set) var weighedBytes = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.unownedExecutor }

    /// Makes the loop of the bus's own session, which has the source that is planned; ``resume()`` is to be called before
    /// anything else.
    init(bus: BusServer, plan: LoopPlan) {
        let log = bus.journalFolder.map { DriveLog(folder: $0, run: bus.run, isContinued: bus.isContinued) }
        self.init(
            bus: bus, session: plan.session, source: plan.source, isContinued: bus.isContinued,
            drive: Drive(
                settings: plan.guidance, isSimulated: plan.source?.kind == .simulate, log: log))
    }

    /// Makes the loop of a session that is opened while the bus runs, or was on the bus before; its past is put in again
    /// before anything else is.
    init(bus: BusServer, opened session: Session, run: UInt64, isContinued: Bool, plan: LoopPlan) {
        let log = bus.journalFolder.map {
            DriveLog(folder: $0, session: session, run: run, isContinued: isContinued, bounds: .opened)
        }
        self.init(
            bus: bus, session: session, source: nil, isContinued: isContinued,
            drive: Drive(settings: plan.guidance, log: log))
    }

    private init(bus: BusServer, session: Session, source: SourcePlan?, isContinued: Bool, drive: Drive) {
        self.bus = bus
        self.session = session
        self.source = source
        mayResume = isContinued
        self.drive = drive
    }

    /// Goes on where a bus that was killed left off: puts everything in again that went in, and publishes what that bus
    /// did not come to publish.
    func resume() {
        guard mayResume else { return }
        mayResume = false
        let inheritance = drive.inherit { [bus, session] event, sequence in
            bus.assumeIsolated { $0.published(event.event.topic, of: session, under: sequence) }
                .map(event.isPublished(as:)) ?? false
        }
        if !inheritance.unpublished.isEmpty {
            drive.carryOn(inheritance, after: sequence)
            publish(inheritance.unpublished)
        }
        if inheritance.tornBytes > 0 {
            take(.told(.warning, "the last input before the bus was killed was not written to its end and is left out"))
        }
        reconcile()
        weigh()
        compass.note(drive.state.lastTime, now: MonotonicInstant.now.seconds)
        // What a recording says after the last fix is read again: headings are in no log.
        let told = bus.assumeIsolated { [session] in $0.newest(.onHeading, of: session) }
        if case .heading(let heading)? = told?.event { compass.resume(after: heading) }
    }

    /// Sees to it that what is followed is what people were told.
    ///
    /// A log that a full disk did not take lacks what the journal holds, which has its room beforehand. Nobody is to wait
    /// for the next turn of a route that is not known any more, and nobody is guided along one that was stopped.
    private func reconcile() {
        let isGuiding = bus.assumeIsolated { [session] in $0.isNavigating(session) }
        switch (isGuiding, drive.state.isActive) {
        case (true, false): publish([TickedEvent(event: .navigationStopped, tick: 0)])
        case (true, true) where isAnotherRouteTold: take(.stopped)
        case (false, true): return take(.stopped)
        default: return
        }
        lostRoutes += 1
        take(
            .told(
                .warning,
                "the route is lost with the log of the drive; what no configuration names is to be started again"))
    }

    /// Whether the route that was published last is not the one that is followed.
    private var isAnotherRouteTold: Bool {
        let told = bus.assumeIsolated { [session] in $0.newest(.onNavigationStarted, of: session) }
        guard case .navigationStarted(let route) = told?.event else { return false }
        return route.id != drive.state.route?.id
    }

    /// Begins to read the source: the controls are ready.
    func begin() {
        guard !mayRead, !isEnded, let source else { return }
        mayRead = true
        if !source.isRecorded { watching = Task { await keepLooking() } }
        if drive.state.numbers.isSourceBegun {
            read(skipping: drive.state.numbers.sourceEvents)
        } else if source.kind != .simulate || drive.state.isActive {
            take(.begun)
            read(skipping: 0)
        }
    }

    /// Starts navigation along a route; an active one is stopped or replaced, as the route's reason says.
    ///
    /// - Throws: If it cannot be followed, or the session has ended.
    func start(_ route: Route) throws(RequestError) {
        guard !isEnded else {
            throw RequestError(code: .noSuchSession, text: "session \"\(session.name)\" has ended")
        }
        resume()
        let input = DriveInput.started(route)
        do throws(RouteModelError) {
            publish(try drive.take(input, after: sequence))
        } catch {
            throw RequestError(code: .badRoute, text: "failed to \(error)")
        }
        tidy(after: input)
        tellTrouble()
        weigh()
        // A simulated drive drives along what was asked for last.
        guard mayRead, source?.kind == .simulate, input.isFreshStart || reading == nil else { return }
        take(.begun)
        read(skipping: 0)
    }

    /// Stops navigation; silent if none is active.
    func stop() {
        guard !isEnded else { return }
        resume()
        if drive.state.isActive { take(.stopped) }
    }

    /// Takes a position that came over the request channel.
    func accept(_ position: Fix) {
        guard !isEnded else { return }
        resume()
        lastFixAt = MonotonicInstant.now.seconds
        take(.position(compass.heading(position)))
    }

    /// Takes a router's answer.
    func accept(_ answer: RouteAnswer) {
        guard !isEnded else { return }
        resume()
        take(.answered(answer))
    }

    /// Ends navigation, and leaves nothing that could be continued.
    func end() {
        guard !isEnded else { return }
        for task in [reading, watching, pointing] { task?.cancel() }
        reading = nil
        if !mayResume {
            stop()
        } else if bus.assumeIsolated({ [session] in $0.isNavigating(session) }) {
            // Nobody needs to know any more where it was: to find out would take thousands of drives seconds.
            publish([TickedEvent(event: .navigationStopped, tick: 0)])
        }
        mayResume = false
        isEnded = true
        weigh()
        drive.log?.remove()
    }

    // MARK: The source

    private func read(skipping count: UInt64) {
        reading?.cancel()
        reading = nil
        let numbers = drive.state.numbers
        guard !numbers.isSourceEnded,
            let source = source?.makeSource(route: drive.state.simulatedRoute, start: numbers.simulationStart)
        else { return }
        reading = Task { await follow(source.readings(skipping: count)) }
    }

    private func follow(_ readings: AsyncStream<PositionReading>) async {
        for await reading in readings {
            if Task.isCancelled { return }
            accept(reading)
        }
    }

    private func accept(_ reading: PositionReading) {
        if case .heading(let heading) = reading.event { return accept(fromSource: heading) }
        guard let input = DriveInput(reading.event) else { return }
        compass.sourceAdvanced()
        guard case .fix(let fix) = input else { return take(input) }
        let now = MonotonicInstant.now.seconds
        lastFixAt = now
        let isBack = watch.heard(now: now)
        // What the log holds is the fix with its heading, so that a successor makes the same of it.
        take(.fix(compass.heading(fix)))
        fixToEvent.note(seconds: MonotonicInstant.now.seconds - Double(reading.monotonicNanoseconds) / 1e9)
        if isBack { take(.told(.note, "the source of positions is back")) }
    }

    /// Notices, twice a second, that a receiver has fallen silent.
    private func keepLooking() async {
        while true {
            do {
                try await Task.sleep(for: .milliseconds(500))
            } catch {
                // Cancelled: the drive has ended.
                return
            }
            guard reading != nil, watch.look(now: MonotonicInstant.now.seconds) else { continue }
            take(.told(.warning, "the source of positions has been silent for \(Int(SourceWatch.silenceSeconds)) s"))
        }
    }

    // MARK: Inputs and events

    var sequence: UInt64 {
        bus.assumeIsolated { [session] in $0.place(of: session)?.sequence ?? 0 }
    }

    /// Takes an input that cannot fail.
    private func take(_ input: DriveInput) {
        do throws(RouteModelError) {
            publish(try drive.take(input, after: sequence))
        } catch {
            // Only a start throws, and that has its own way in.
            return
        }
        compass.note(drive.state.lastTime, now: MonotonicInstant.now.seconds)
        tidy(after: input)
        tellTrouble()
        switch input {
        case .stopped, .answered: weigh()
        default: break
        }
    }

    /// Tells people something.
    func tell(_ kind: ReportKind, _ text: String) { take(.told(kind, text)) }

    /// Tells the bus when guidance takes more memory or less.
    private func weigh() {
        let bytes = drive.state.heldBytes
        guard bytes != weighedBytes else { return }
        let more = bytes - weighedBytes
        weighedBytes = bytes
        bus.assumeIsolated { $0.note(moreGuidanceBytes: more) }
    }

    /// Publishes without a suspension point, which is possible because this actor shares the thread of the bus.
    func publish(_ events: [TickedEvent]) {
        guard !events.isEmpty else { return }
        bus.assumeIsolated { [session] bus in
            for event in events { bus.publish(event.event, session: session, tick: event.tick) }
        }
    }

    private func tidy(after input: DriveInput) { drive.tidy(after: input, sequence: sequence) }

    /// A disk that does not take the log is told once, and once more when it does again.
    private func tellTrouble() {
        let trouble = drive.log?.trouble
        guard (trouble != nil) != isTroubleTold else { return }
        isTroubleTold = trouble != nil
        if let trouble {
            take(.told(.warning, "failed to \(trouble); guidance goes on, but not behind the death of the bus"))
        } else {
            take(.told(.note, "the log of the drive is written again"))
        }
    }
}
