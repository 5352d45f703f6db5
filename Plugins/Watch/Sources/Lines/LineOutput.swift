import Dashboard
import Synchronization

/// The dashboard as lines of text on standard output.
final class LineOutput: WatchOutput {
    private let lines: Mutex<DashboardLines>
    private let print: @Sendable (String) -> Void

    init(options: FaceOptions, print: @escaping @Sendable (String) -> Void = { Swift.print($0) }) {
        lines = Mutex(DashboardLines(options: options))
        self.print = print
    }

    func open() throws(WatchError) {}

    func show(_ dashboard: Dashboard, at moment: Moment) {
        for line in lines.withLock({ $0.lines(dashboard, at: moment) }) { print(line) }
    }

    func close() {}
}
