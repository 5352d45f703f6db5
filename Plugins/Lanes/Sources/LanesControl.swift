import NavigationControl
import NavigationEvents
import Pictures

/// Shows the lanes before the next maneuver, as a line of text and as JSON.
struct LanesControl: DeviceControl {
    static let effect = "lanes"

    private var display: any LaneDisplay
    private let report: Reporter
    private let print: (String) -> Void
    private var choice: LaneChoice
    /// The line that is seen.
    private var line: String?
    private var lastFailure: LanesError?
    private var wanted: [Lane] = []

    init(_ context: ControlContext) throws {
        let settings = try LanesSettings(context.settings)
        self.init(
            withinMeters: settings.withinMeters, display: LaneFile(folder: settings.folder),
            reporter: context.reporter, print: { Swift.print($0) })
    }

    init(withinMeters: Double, display: any LaneDisplay, reporter: Reporter, print: @escaping (String) -> Void) {
        choice = LaneChoice(withinMeters: withinMeters)
        self.display = display
        self.print = print
        report = reporter
    }

    mutating func start() throws {
        try display.open()
        try display.show([])
    }

    mutating func stop() {
        perform(choice.clear())
    }

    mutating func onGPS(_ fix: Fix) {}

    mutating func onNavigationStarted(_ route: Route) {}

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        perform(choice.update(info))
    }

    mutating func onNavigationStopped() {
        perform(choice.clear())
    }

    private mutating func perform(_ action: LaneChoice.Action) {
        switch action {
        case .keep:
            // What could not be written is tried again with every event: the disk may have room by now.
            if lastFailure != nil { draw(wanted) }
        case .show(let lanes):
            end()
            let next = LaneLine(lanes: lanes).text
            print(next)
            draw(lanes)
            report(.began, effect: Self.effect, text: next)
            line = next
        case .clear:
            end()
            draw([])
        }
    }

    private mutating func end() {
        guard let line else { return }
        report(.ended, effect: Self.effect, text: line)
        self.line = nil
    }

    private mutating func draw(_ lanes: [Lane]) {
        wanted = lanes
        do {
            try display.show(lanes)
            lastFailure = nil
        } catch {
            if error != lastFailure { report(.failed, effect: Self.effect, text: "failed to \(error)") }
            lastFailure = error
        }
    }
}
