public import NavigationEvents

/// Hands events to a control: the runner with what comes from the bus, a test with what it recorded.
///
///     var driver = ControlDriver(ConsoleControl(print: { lines.append($0) }))
///     driver.deliver([.navigationStarted(route), .navigation(info), .navigationStopped])
///
/// It keeps the order of the contract: a navigation is started once and stopped once, whatever the source repeats.
public struct ControlDriver<Control: NavigationControl> {
    /// The control, as the events so far have left it.
    public private(set) var control: Control
    private let startDevice: (inout Control) throws -> Void
    private let stopDevice: (inout Control) -> Void
    private let silenceDevice: (inout Control) -> Void
    private let deviceStandstill: (Control) -> String?
    /// Whether anything has come that a silence can follow.
    private var hasHeard = false
    private var isNavigating = false
    private var routeID: String?

    /// Drives a control without a device.
    public init(_ control: Control) {
        self.control = control
        startDevice = { _ in }
        stopDevice = { _ in }
        silenceDevice = { _ in }
        deviceStandstill = { _ in nil }
    }

    /// Drives a control with a device.
    public init(_ control: Control) where Control: DeviceControl {
        self.control = control
        startDevice = { try $0.start() }
        stopDevice = { $0.stop() }
        silenceDevice = { $0.onSilence() }
        deviceStandstill = { $0.standstill }
    }

    /// Opens the control's device, if it has one.
    public mutating func start() throws {
        try startDevice(&control)
    }

    /// Closes the control's device, if it has one. May be called twice.
    public mutating func stop() {
        stopDevice(&control)
    }

    /// Calls back what the event is about; what controls report is told to those alone that watch them.
    public mutating func deliver(_ event: Event) {
        if event.isGuidance { hasHeard = true }
        switch event {
        case .gps(let fix):
            control.onGPS(fix)
        case .navigation(let info):
            isNavigating = true
            control.onNavigation(info, fix: info.fix)
        case .navigationStarted(let route):
            if isNavigating, routeID == route.id { return }
            isNavigating = true
            routeID = route.id
            control.onNavigationStarted(route)
        case .navigationStopped:
            endNavigation()
        case .command(let command):
            control.onCommand(command)
        case .heading(let heading):
            if Control.takesHeadings { control.onHeading(heading) }
        case .control(let report):
            if Control.hearsReports { control.onReport(report) }
        }
    }

    /// Tells a control that watches the others how they fare.
    ///
    /// - Parameter status: `nil` if the bus does not answer.
    public mutating func deliver(status: BusStatus?) {
        if Control.watchesControls { control.onStatus(status) }
    }

    /// Calls back each event in turn.
    public mutating func deliver(_ events: some Sequence<Event>) {
        for event in events { deliver(event) }
    }

    /// Takes note that nothing has come for long, or still does not: the control's device is told each time, unless nothing
    /// ever came.
    public mutating func fallSilent() {
        if hasHeard { silenceDevice(&control) }
    }

    /// What the control's device has hung in for too long; `nil` while it works, and without a device.
    public var standstill: String? { deviceStandstill(control) }

    /// Takes note that events were lost for good: a navigation that ended meanwhile is stopped now.
    ///
    /// - Parameter isNavigating: Whether a navigation is active on the bus; its state follows as events.
    public mutating func resynchronize(isNavigating: Bool) {
        if !isNavigating { endNavigation() }
    }

    /// Takes note that another run of the bus begins: nobody has asked it for anything yet, and its state follows as
    /// events.
    ///
    /// - Parameter isNavigating: Whether a navigation is active on the bus.
    public mutating func restart(isNavigating: Bool) {
        if Control.takesCommands { control.onCommand(ControlCommand()) }
        resynchronize(isNavigating: isNavigating)
    }

    private mutating func endNavigation() {
        guard isNavigating else { return }
        isNavigating = false
        routeID = nil
        control.onNavigationStopped()
    }
}

extension Event {
    /// Whether it says anything of guidance: what a control reports says nothing of where one is, and a compass goes on
    /// without a position.
    var isGuidance: Bool {
        switch self {
        case .control, .heading: false
        case .gps, .navigation, .navigationStarted, .navigationStopped, .command: true
        }
    }
}
