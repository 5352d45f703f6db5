import CommandOutput
import ControlConformance
import Glibc
import Synchronization

/// The progress of a conformance test: a line for each case that has ended, and on a terminal a last line with the
/// running cases, which is updated in place.
final class CheckProgress: Sendable {
    private let nameWidth: Int
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private let running = Mutex<(names: [String], endedCount: Int)>(([], 0))

    init(nameWidth: Int) { self.nameWidth = nameWidth }

    /// Notes that a case starts.
    func start(_ name: String) {
        running.withLock {
            $0.names.append(name)
            show($0.names, $0.endedCount)
        }
    }

    /// Notes that a case has ended, and prints its result.
    func end(_ result: CaseResult) {
        running.withLock {
            $0.names.removeAll { $0 == result.name }
            $0.endedCount += 1
            erase()
            Output.lines(result.lines(nameWidth: nameWidth).joined(separator: "\n"))
            show($0.names, $0.endedCount)
        }
    }

    private func erase() {
        if isTerminal { _ = Output.write("\r\u{1B}[K", to: STDOUT_FILENO) }
    }

    private func show(_ names: [String], _ endedCount: Int) {
        guard isTerminal else { return }
        erase()
        guard !names.isEmpty else { return }
        let text = "\(endedCount) ended, \(names.count) running: \(names.joined(separator: ", "))"
        // Without line wrap, a narrow terminal cuts the line, and it can still be erased.
        _ = Output.write("\u{1B}[?7l\(text)\u{1B}[?7h", to: STDOUT_FILENO)
    }
}
