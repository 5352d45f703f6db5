import NavigationEvents

/// The callbacks of a control type beyond those of ``NavigationControl``, found once by its conformances; `nil` for a
/// protocol to which the type does not conform.
///
/// They are functions of the concrete type: a call neither casts nor copies the control.
struct ControlCallbacks<Control: NavigationControl> {
    let start = (Control.self as? any DeviceControl.Type)?.startCallback as? (inout Control) throws -> Void
    let stop = (Control.self as? any DeviceControl.Type)?.stopCallback as? (inout Control) -> Void
    let stall = (Control.self as? any DeviceControl.Type)?.stallCallback as? (Control) -> String?
    let onStopReason =
        (Control.self as? any HandlesStopReason.Type)?.callback as? (inout Control, StopReason) -> Void
    let onSilence = (Control.self as? any HandlesSilence.Type)?.callback as? (inout Control) -> Void
    let onCommand = (Control.self as? any HandlesCommands.Type)?.callback as? (inout Control, ControlCommand) -> Void
    let onHeading = (Control.self as? any HandlesHeadings.Type)?.callback as? (inout Control, Heading) -> Void
    let onReport = (Control.self as? any ObservesReports.Type)?.callback as? (inout Control, ControlReport) -> Void
    let willHandle = (Control.self as? any ReceivesEnvelopes.Type)?.callback as? (inout Control, Envelope) -> Void
    let onStatus = (Control.self as? any ObservesStatus.Type)?.callback as? (inout Control, BusStatus?) -> Void

    /// Whether the control carries out commands.
    let acceptsCommands = (Control.self as? any HandlesCommands.Type)?.acceptsCommands ?? false

    /// The topics of the callbacks.
    var topics: [Topic] {
        var topics: [Topic] = [.onNavigationStarted, .onNavigation, .onNavigationStopped, .onGPS]
        if onCommand != nil { topics.append(.onCommand) }
        if onHeading != nil { topics.append(.onHeading) }
        if onReport != nil { topics.append(.onControl) }
        return topics
    }
}

// The functions are returned as `Any`, because the type of a function of `Self` cannot be named through `any`. `Self` is
// `Control` there, so the casts above give the function back.

extension DeviceControl {
    fileprivate static var startCallback: Any { { try $0.start() } as (inout Self) throws -> Void }
    fileprivate static var stopCallback: Any { { $0.stop() } as (inout Self) -> Void }
    fileprivate static var stallCallback: Any { { $0.stall } as (Self) -> String? }
}

extension HandlesStopReason {
    fileprivate static var callback: Any { { $0.onNavigationStopped($1) } as (inout Self, StopReason) -> Void }
}

extension HandlesSilence {
    fileprivate static var callback: Any { { $0.onSilence() } as (inout Self) -> Void }
}

extension HandlesCommands {
    fileprivate static var callback: Any { { $0.onCommand($1) } as (inout Self, ControlCommand) -> Void }
}

extension HandlesHeadings {
    fileprivate static var callback: Any { { $0.onHeading($1) } as (inout Self, Heading) -> Void }
}

extension ObservesReports {
    fileprivate static var callback: Any { { $0.onReport($1) } as (inout Self, ControlReport) -> Void }
}

extension ReceivesEnvelopes {
    fileprivate static var callback: Any { { $0.willHandle($1) } as (inout Self, Envelope) -> Void }
}

extension ObservesStatus {
    fileprivate static var callback: Any { { $0.onStatus($1) } as (inout Self, BusStatus?) -> Void }
}
