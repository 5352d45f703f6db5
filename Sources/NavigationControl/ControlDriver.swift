public import NavigationEvents

/// Delivers events to a control. The runner delivers those of the bus, a test its own.
///
///     var driver = ControlDriver(ConsoleControl(print: { lines.append($0) }))
///     driver.deliver([.navigationStarted(route), .navigation(info), .navigationStopped(.destinationReached)])
///
/// It keeps the order of the contract: a navigation starts once and stops once, even if the source repeats these
/// events.
public struct ControlDriver<Control: NavigationControl> {
    /// The control in its current state.
    public private(set) var control: Control
    let callbacks = ControlCallbacks<Control>()
    /// Whether any event of guidance has come: silence before the first one is not reported to the control.
    private var hasReceivedEvent = false
    private var isNavigating = false
    private var routeID: String?

    /// Makes a driver for a control.
    public init(_ control: Control) { self.control = control }

    /// Opens the device of the control, if it has one.
    public mutating func start() throws { try callbacks.start?(&control) }

    /// Closes the device of the control, if it has one. Safe to call twice.
    public mutating func stop() { callbacks.stop?(&control) }

    /// Calls the callback for the event of an envelope.
    mutating func deliver(_ envelope: Envelope) {
        callbacks.willHandle?(&control, envelope)
        deliver(envelope.event)
    }

    /// Calls the callback for an event, if the control has it.
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
        case .navigationStopped(let reason):
            endNavigation(reason)
        case .command(let command):
            callbacks.onCommand?(&control, command)
        case .heading(let heading):
            callbacks.onHeading?(&control, heading)
        case .control(let report):
            callbacks.onReport?(&control, report)
        }
    }

    /// Calls `onStatus`, if the control observes the status of the bus.
    ///
    /// - Parameter status: The status; `nil` if the bus does not answer.
    public mutating func deliver(status: BusStatus?) { callbacks.onStatus?(&control, status) }

    /// Calls the callback for each event, in order.
    public mutating func deliver(_ events: some Sequence<Event>) {
        for event in events { deliver(event) }
    }

    /// Calls `onSilence`, if the control handles a silence and has received an event before.
    public mutating func reportSilence() {
        if hasReceivedEvent { callbacks.onSilence?(&control) }
    }

    /// The operation in which the device hangs; `nil` while it works, and without a device.
    public var stall: String? { callbacks.stall?(control) ?? nil }

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
        callbacks.onCommand?(&control, ControlCommand())
        resynchronize(isNavigating: isNavigating)
    }

    /// The reason is unknown if the event of the end was missed.
    private mutating func endNavigation(_ reason: StopReason = .unknown) {
        guard isNavigating else { return }
        isNavigating = false
        routeID = nil
        guard let onStopReason = callbacks.onStopReason else { return control.onNavigationStopped() }
        onStopReason(&control, reason)
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
