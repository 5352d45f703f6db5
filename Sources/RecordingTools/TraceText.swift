package import CommandOutput
import NavigationEvents
import Platform

/// A trace in lines for people: events with the milliseconds since the fix, and missing effects.
package struct TraceText {
    package let lines: [String]

    package init(_ trace: EventTrace, style: Style = .output) {
        let origin = (trace.fix ?? trace.progress ?? trace.reports.first)?.monotonicNanoseconds ?? 0
        var lines = [style.bold(Self.title(trace))]
        lines.append(Self.fixLine(trace, origin))
        lines.append(Self.guidanceLine(trace, origin))
        if let note = Self.dueNote(trace) { lines.append(note) }
        if trace.cue != nil { lines += Self.reportLines(trace, origin) }
        self.lines = lines
    }

    private static func title(_ trace: EventTrace) -> String {
        let tick = "tick \((trace.fix ?? trace.progress)?.tick ?? 0)"
        guard let cue = trace.cue else { return tick }
        return "\(tick), cue \(cue.identity) \(cue.stage.words)"
    }

    private static func fixLine(_ trace: EventTrace, _ origin: UInt64) -> String {
        guard let envelope = trace.fix, case .gps(let fix) = envelope.event else {
            return missing("fix", "no onGPS event of this tick is here")
        }
        var text = TapLine.summary(of: envelope.event)
        let age = envelope.publishedAt.seconds(since: fix.time)
        // Only the age of a live fix is meaningful; a recorded drive may be years old.
        if (0..<60).contains(age) { text += ", valid \(Quantity.decimal(age * 1000)) ms before" }
        return line(envelope, origin, "fix", text)
    }

    private static func guidanceLine(_ trace: EventTrace, _ origin: UInt64) -> String {
        guard let envelope = trace.progress else {
            return missing("guidance", "no onNavigation event of this tick: no navigation was active")
        }
        return line(envelope, origin, "guidance", TapLine.summary(of: envelope.event))
    }

    private static func dueNote(_ trace: EventTrace) -> String? {
        guard let cue = trace.cue else {
            return trace.progress == nil ? nil : missing("cue", "nothing was due to be announced at this tick")
        }
        let subjectText = "\(cue.subject.words) \(Quantity.distance(cue.distanceMeters)) ahead when it became due"
        guard let due = trace.dueTick, due != trace.progress?.tick else {
            return missing("cue", subjectText, mark: " ")
        }
        return missing("cue", "\(subjectText), which was with tick \(due)", mark: " ")
    }

    private static func reportLines(_ trace: EventTrace, _ origin: UInt64) -> [String] {
        var lines: [String] = []
        for envelope in trace.reports {
            guard let report = envelope.report, report.kind != .progressed else { continue }
            let text = [
                report.effect, report.kind.words, report.text.isEmpty ? "" : "\"\(report.text)\"",
                report.picture?.summary ?? "",
            ]
            lines.append(line(envelope, origin, report.control, text.filter { !$0.isEmpty }.joined(separator: " ")))
        }
        if lines.isEmpty, trace.silent.isEmpty {
            lines.append(missing("reports", "no control reported about this cue"))
        }
        lines += trace.silent.map { missing($0, "reported nothing about this cue") }
        lines += unfinished(trace.reports).map { missing($0.control, "\($0.effect) began and has not ended here") }
        return lines
    }

    /// The effects whose end was not reported.
    private static func unfinished(_ reports: [Envelope]) -> [(control: String, effect: String)] {
        var open: [(control: String, effect: String)] = []
        for report in reports.compactMap(\.report) {
            switch report.kind {
            case .began: open.append((report.control, report.effect))
            case .ended, .cancelled, .failed:
                if let index = open.firstIndex(where: { $0 == (report.control, report.effect) }) {
                    open.remove(at: index)
                }
            default: break
            }
        }
        return open
    }

    private static func line(_ envelope: Envelope, _ origin: UInt64, _ who: String, _ text: String) -> String {
        let nanoseconds = Double(envelope.monotonicNanoseconds) - Double(origin)
        return
            "\(milliseconds(nanoseconds / 1e6)) ms  \(who.printable.padded(to: 10)) \(text.printable)  #\(envelope.sequence)"
    }

    private static func missing(_ who: String, _ text: String, mark: String = "-") -> String {
        "\(String(repeating: " ", count: 11))\(mark)  \(who.printable.padded(to: 10)) \(text.printable)"
    }

    /// A number with one digit after the decimal point, right-aligned.
    private static func milliseconds(_ number: Double) -> String {
        let text = (number < 0 ? "-" : "") + Quantity.decimal(number.magnitude)
        return String(repeating: " ", count: max(0, 9 - text.count)) + text
    }
}
