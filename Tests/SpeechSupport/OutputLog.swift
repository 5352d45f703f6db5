package import NavigationEvents
package import SpeechEngine
import Synchronization

/// Records the output, the complaints and the reports of a voice. Safe on any thread.
package final class OutputLog: Sendable {
    package struct Notes {
        package var shown: [String] = []
        package var complaints: [String] = []
        package var reports: [ControlReport] = []
    }

    private let state = Mutex(Notes())

    /// Creates an empty log.
    package init() {}

    package var notes: Notes { state.withLock { $0 } }

    /// Returns the texts of the reports of one kind, in order.
    package func texts(_ kind: ReportKind) -> [String] { notes.reports.filter { $0.kind == kind }.map(\.text) }

    /// Returns the texts of the reports of one kind and effect, in order.
    package func texts(_ effect: String, _ kind: ReportKind) -> [String] {
        notes.reports.filter { $0.kind == kind && $0.effect == effect }.map(\.text)
    }

    /// Records a report.
    package func take(_ report: ControlReport) {
        state.withLock { state in
            state.reports.append(report)
            // The kit also prints failures and warnings.
            if report.kind == .failed || report.kind == .warning { state.complaints.append(report.text) }
        }
    }

    /// The dependencies of a voice that is recorded.
    package var dependencies: Voice.Dependencies {
        Voice.Dependencies(
            report: { report in
                self.take(
                    ControlReport(
                        control: "speech", kind: report.kind, effect: "utterance", cue: report.cue, text: report.text,
                        range: report.range, effectNumber: report.effectNumber))
            }, show: { self.show($0) })
    }

    package func show(_ line: String) { state.withLock { $0.shown.append(line) } }
    package func complain(_ line: String) { state.withLock { $0.complaints.append(line) } }

    /// Waits until a condition holds; `false` after ten seconds.
    package func sees(_ condition: (Notes) -> Bool) -> Bool { eventually { condition(notes) } }
}
