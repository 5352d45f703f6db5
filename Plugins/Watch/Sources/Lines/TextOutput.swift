import Dashboard
import NavigationEvents
import Platform
import Synchronization

/// The dashboard as lines of text on standard output.
final class TextOutput: WatchOutput {
    private let lines: Mutex<DashboardLines>
    private let printLine: @Sendable (String) -> Void

    init(options: RenderOptions, print: @escaping @Sendable (String) -> Void = { Terminal.line($0) }) {
        lines = Mutex(DashboardLines(options: options))
        printLine = print
    }

    func open() throws(WatchError) {}

    func show(_ dashboard: Dashboard, at moment: Moment) {
        for line in lines.withLock({ $0.lines(dashboard, at: moment) }) { printLine(line) }
    }

    func close() {}
}
