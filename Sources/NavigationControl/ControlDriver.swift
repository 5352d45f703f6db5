public import NavigationEvents

/// Delivers events to a control. The runner delivers those of the bus, a test its own.
///
///     var driver = ControlDriver(ConsoleControl(print: { lines.append($0) }))
///     driver.deliver([.navigationStarted(route), .navigation(info), .navigationStopped])
///
/// It keeps the order of the contract: a navigation starts once and stops once, even if the source repeats these
/// events.
public struct ControlDriver<Control: NavigationControl> {
    /// The control in its current state.
    public private(set) var control: Control
    private let startDevice: (inout Control) throws -> Void
    private let stopDevice: (inout Control) -> Void
    private let silenceDevice: (inout Control) -> Void
    private let deviceStall: (Control) -> String?
    /// Whether any event of guidance has come: silence before the first one is not reported to the control.
    private var hasReceivedEvent = false
    private var isNavigating = false
    private var routeID: String?

    /// Makes a driver for a control without a device.
    public init(_ control: Control) {
        self.control = control
        startDevice = { _ in }
        stopDevice = { _ in }
        silenceDevice = { _ in }
        deviceStall = { _ in nil }
    }

    /// Makes a driver for a control with a device.
    public init(_ control: Control) where Control: DeviceControl {
        self.control = control
        startDevice = { try $0.start() }
        stopDevice = { $0.stop() }
        silenceDevice = { $0.onSilence() }
        deviceStall = { $0.stall }
    }

    /// Opens the device of the control, if it has one.
    public mutating func start() throws {
        try startDevice(&control)
    }

    /// Closes the device of the control, if it has one. Safe to call twice.
    public mutating func stop() {
        stopDevice(&control)
    }

    /// Calls the callback for an event. Reports reach only a control with `receivesReports`, headings only one with
    /// `acceptsHeadings`.
    public mutating func deliver(_ event: Event) {
        if event.isGuidance { hasReceivedEvent = true }
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
            if Control.acceptsHeadings { control.onHeading(heading) }
        case .control(let report):
            if Control.receivesReports { control.onReport(report) }
        }
    }

    /// Calls `onStatus`, if the control watches the other controls.
    ///
    /// - Parameter status: The status; `nil` if the bus does not answer.
    public mutating func deliver(status: BusStatus?) {
        if Control.watchesControls { control.onStatus(status) }
    }

    /// Calls the callback for each event, in order.
    public mutating func deliver(_ events: some Sequence<Event>) {
        for event in events { deliver(event) }
    }

    /// Calls `onSilence`, if the control has a device and has received an event before.
    public mutating func reportSilence() {
        if hasReceivedEvent { silenceDevice(&control) }
    }

    /// The operation in which the device hangs; `nil` while it works, and without a device.
    public var stall: String? { deviceStall(control) }

    /// Stops the navigation if it ended while events were lost for good.
    ///
    /// - Parameter isNavigating: Whether a navigation is active on the bus; its state follows as events.
    public mutating func resynchronize(isNavigating: Bool) {
        if !isNavigating { endNavigation() }
    }

    /// Resets the state of commands and the navigation, because another run of the bus begins. Its state follows as
    /// events.
    ///
    /// - Parameter isNavigating: Whether a navigation is active on the bus.
    public mutating func restart(isNavigating: Bool) {
        if Control.acceptsCommands { control.onCommand(ControlCommand()) }
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
    /// Whether the event belongs to guidance. Reports do not, and headings continue without a position.
    var isGuidance: Bool {
        switch self {
        case .control, .heading: false
        case .gps, .navigation, .navigationStarted, .navigationStopped, .command: true
        }
    }
}
