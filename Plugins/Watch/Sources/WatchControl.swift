import Dashboard
import NavigationControl
import NavigationEvents

/// Shows the position and the next maneuvers in a terminal.
struct WatchControl: DeviceControl, ObservesReports, ObservesStatus {
    private(set) var dashboard: Dashboard
    private let output: any WatchOutput
    /// The error to report when the output is gone.
    private let gone: WatchError?
    private let clock: () -> Moment

    init(
        session: Session = .main, output: any WatchOutput, gone: WatchError? = nil,
        clock: @escaping () -> Moment = { .now }
    ) {
        dashboard = Dashboard(session: session)
        self.output = output
        self.gone = gone
        self.clock = clock
    }

    mutating func start() throws {
        try output.open()
        let now = clock()
        dashboard.noteJoined(at: now)
        output.show(dashboard, at: now)
    }

    mutating func stop() { output.close() }

    /// The launcher restarts the control, with pauses, until the terminal is back.
    var stall: String? { output.isGone ? gone?.description : nil }

    mutating func onGPS(_ fix: Fix) {
        // With an active route, guidance follows each fix immediately: one frame for both is enough.
        change(isShown: dashboard.phase == .idle || dashboard.phase == .arrived) { $0.update(fix, at: $1) }
    }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) { change { $0.update(info, at: $1) } }

    mutating func onNavigationStarted(_ route: Route) { change { $0.update(route, at: $1) } }

    mutating func onNavigationStopped() { change { $0.stopNavigation(at: $1) } }

    mutating func onReport(_ report: ControlReport) { change { $0.update(report, at: $1) } }

    mutating func onStatus(_ status: BusStatus?) { change { $0.update(status, at: $1) } }

    private mutating func change(isShown: Bool = true, _ change: (inout Dashboard, Moment) -> Void) {
        let now = clock()
        change(&dashboard, now)
        if isShown { output.show(dashboard, at: now) }
    }
}
