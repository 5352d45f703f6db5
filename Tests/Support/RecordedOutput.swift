public import NavigationEvents
import Synchronization

/// Collects the lines and reports of a control. Safe on any thread.
public final class RecordedOutput: Sendable {
    private let state = Mutex((lines: [String](), reports: [ControlReport]()))

    /// Collects nothing yet.
    public init() {}

    /// The lines, in order.
    public var lines: [String] { state.withLock { $0.lines } }
    /// The reports, in order.
    public var reports: [ControlReport] { state.withLock { $0.reports } }

    /// Adds a line.
    public func line(_ text: String) { state.withLock { $0.lines.append(text) } }
    /// Adds a report.
    public func report(_ report: ControlReport) { state.withLock { $0.reports.append(report) } }
}
