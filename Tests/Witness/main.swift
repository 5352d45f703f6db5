import Glibc
import NavigationControl
import NavigationEvents

// A control that prints its callbacks, for tests of the kit. With the argument `observer` it joins as an observer; with
// `--session NAME` it follows another session than that of the environment.

/// Subscribes to everything but commands, and prints a line for each callback.
struct Witness: DeviceControl, HandlesSilence, HandlesHeadings, ObservesReports, ObservesStatus {
    private let settings: Int

    init(_ context: ControlContext) {
        settings = context.settings.values.count
        context.reporter(.note, text: "made")
    }

    mutating func start() { print("start, \(settings) settings") }
    mutating func stop() {}
    mutating func onSilence() { print("silence") }
    mutating func onGPS(_ fix: Fix) { print("gps \(fix.time.nanosecondsSinceEpoch / 1_000_000_000)") }
    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) { print("navigation") }
    mutating func onNavigationStarted(_ route: Route) { print("started") }
    mutating func onNavigationStopped() { print("stopped") }
    mutating func onHeading(_ heading: Heading) { print("heading \(heading.degrees) \(heading.source)") }
    mutating func onReport(_ report: ControlReport) { print("report \(report.control) \(report.kind) \(report.text)") }

    mutating func onStatus(_ status: BusStatus?) {
        let controls = status?.controls.map { "\($0.control):\($0.state)" }
        print("status \(controls?.joined(separator: ",") ?? "none")")
    }
}

let words = CommandLine.arguments.dropFirst()
let session = words.firstIndex(of: "--session").flatMap { words.dropFirst($0).first }
print(ControlProcess.isLaunched ? "launched" : "by hand")
ControlProcess.run(
    "witness", joining: words.contains("observer") ? .asObserver(endpoint: nil, session: session) : .asControl,
    arguments: []
) { Witness($0) }
