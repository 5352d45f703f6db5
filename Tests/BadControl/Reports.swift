import Glibc
import NavigationEvents
import ZeroMQ

/// Reports that wait for their acknowledgement.
struct Reports {
    private var waiting: [(report: ControlReport, id: UInt64, sentAt: UInt64)] = []
    private var number: UInt64 = 0
    private var effects: UInt64 = 0
    let fault: Fault
    let control: String

    init(_ control: String, _ fault: Fault) {
        self.control = control
        self.fault = fault
    }

    mutating func add(_ kind: ReportKind, cue: CueReference? = nil, _ text: String, _ line: Line, _ session: Session)
        throws
    {
        number += 1
        if kind == .began { effects += 1 }
        var report = ControlReport(
            control: control, kind: kind, effect: cue == nil ? "" : "word", cue: cue, text: text, processID: getpid(),
            number: number, effectNumber: cue == nil ? 0 : effects)
        if fault == .foreignReport, kind == .began { report.control = "speech" }
        let id = try line.ask(.report(session, report)) ?? 0
        waiting.append((report, id, monotonicNanoseconds()))
    }

    mutating func acknowledge(_ id: UInt64) { waiting.removeAll { $0.id == id } }

    /// Sends again what nobody has acknowledged.
    mutating func sendAgain(_ line: Line, _ session: Session) throws {
        let now = monotonicNanoseconds()
        for place in waiting.indices where now > waiting[place].sentAt + 500_000_000 {
            if fault == .unnumberedAgain {
                number += 1
                waiting[place].report.number = number
            }
            waiting[place].id = try line.ask(.report(session, waiting[place].report)) ?? 0
            waiting[place].sentAt = now
        }
    }
}
