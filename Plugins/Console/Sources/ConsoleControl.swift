import NavigationControl
import NavigationEvents

/// Prints every event in one readable line.
///
/// What a line says is decided by ``EventLine``, where it goes by a ``LineOutput``; here is only when.
struct ConsoleControl: NavigationControl {
    let settings: ConsoleSettings
    let output: any LineOutput
    /// Tells the bus what was shown, for taps and people.
    let reporter: Reporter
    /// What outlives this process: a control that is started again in the middle of a drive must not repeat itself.
    let memory: ControlMemory
    private var reported: CueReference?

    /// Makes the control; tests give only what they are about.
    init(
        settings: ConsoleSettings = ConsoleSettings(), output: any LineOutput = StandardOutput(),
        reporter: Reporter = .silent, memory: ControlMemory = ControlMemory()
    ) {
        self.settings = settings
        self.output = output
        self.reporter = reporter
        self.memory = memory
    }

    /// Makes the control of a process; a setting of the wrong type is refused.
    init(_ context: ControlContext) throws(SettingsError) {
        self.init(
            settings: try ConsoleSettings(context.settings), reporter: context.reporter, memory: context.memory)
    }

    func onGPS(_ fix: Fix) {
        if settings.showsFixes { output.write(EventLine.fix(fix)) }
    }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
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

    /// A cue stays in the events until the next one: it is reported once for each identity and stage, also if the process
    /// that reported it has died.
    private mutating func report(_ cue: Cue, _ line: String, at time: Timestamp) {
        guard cue.reference != reported else { return }
        reported = cue.reference
        // Too late it would mislead; and the process before this one may have done it.
        guard time.seconds(since: cue.dueAt) <= cue.validForSeconds, !memory.hasRendered(cue, at: time) else { return }
        reporter(.began, effect: "line", cue: cue.reference, text: line)
        // Before the end is reported: who dies in between says it once too often rather than never.
        memory.rendered(cue)
        reporter(.ended, effect: "line", cue: cue.reference, text: line)
    }
}
