import NavigationControl
import NavigationEvents

/// Prints each event as one readable line.
///
/// ``EventLine`` formats the lines; a ``LineOutput`` writes them.
struct ConsoleControl: NavigationControl {
    let settings: ConsoleSettings
    let output: any LineOutput
    /// Reports the printed cues to the bus.
    let reporter: Reporter
    /// Survives this process, so that a control restarted during a drive does not report a cue twice.
    let memory: ControlMemory
    private var reported: CueReference?

    /// Creates the control; the defaults serve tests.
    init(
        settings: ConsoleSettings = ConsoleSettings(), output: any LineOutput = StandardOutput(),
        reporter: Reporter = .silent, memory: ControlMemory = ControlMemory()
    ) {
        self.settings = settings
        self.output = output
        self.reporter = reporter
        self.memory = memory
    }

    /// Creates the control of a process.
    ///
    /// - Throws: ``SettingsError`` for a setting of the wrong type.
    init(_ context: ControlContext) throws(SettingsError) {
        self.init(
            settings: try ConsoleSettings(context.settings), reporter: context.reporter, memory: context.memory)
    }

    func onGPS(_ fix: Fix) {
        if settings.fixes { output.write(EventLine.fix(fix)) }
    }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        // The end is printed at onNavigationStopped.
        guard info.state != .stopped else { return }
        let line = EventLine.guidance(info)
        output.write(line)
        if let cue = info.cue { report(cue, line, at: fix.time) }
    }

    func onNavigationStarted(_ route: Route) {
        output.write(EventLine.started(route))
    }

    func onNavigationStopped() {
        output.write(EventLine.stopped)
    }

    /// Reports a cue once for each identity and stage, also across restarts: it stays in the events until the next cue.
    private mutating func report(_ cue: Cue, _ line: String, at time: Timestamp) {
        guard cue.reference != reported else { return }
        reported = cue.reference
        // An expired cue would mislead; and the process before this one may have reported it.
        guard time.seconds(since: cue.dueAt) <= cue.validForSeconds, !memory.hasRendered(cue, at: time) else { return }
        reporter(.began, effect: "line", cue: cue.reference, text: line)
        // Before the end is reported: if the process dies in between, the cue is remembered.
        memory.rendered(cue)
        reporter(.ended, effect: "line", cue: cue.reference, text: line)
    }
}
