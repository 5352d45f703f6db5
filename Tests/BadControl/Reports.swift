import Glibc
import NavigationEvents
import Platform
import ZeroMQ

/// The queue of reports that are not acknowledged.
struct Reports {
    private struct Entry {
        var report: ControlReport
        var id: UInt64 = 0
        /// Nanoseconds of the monotonic clock; 0: not yet.
        var sentAt: UInt64 = 0
    }

    private var waiting: [Entry] = []
    private var number: UInt64 = 0
    private var effects: UInt64 = 0
    let fault: Fault
    let control: String

    init(_ control: String, _ fault: Fault) {
        self.control = control
        self.fault = fault
    }

    /// The number of a new effect.
    mutating func newEffect() -> UInt64 {
        effects += 1
        return effects
    }

    mutating func add(
        _ kind: ReportKind, effect: String = "", effectNumber: UInt64 = 0, cue: CueReference? = nil, _ text: String,
        _ line: BusConnection, _ session: Session
    ) throws {
        if [.reportsNothing, .diesOfTermSilently].contains(fault) { return }
        number += 1
        var report = ControlReport(
            control: control, kind: kind, effect: effect, cue: cue, text: text, processID: getpid(), number: number,
            effectNumber: effectNumber)
        if fault == .foreignReport, kind == .began { report.control = "speech" }
        guard fault != .floods else { return _ = try line.ask(.report(session, report)) }
        waiting.append(Entry(report: report))
        try send(line, session)
    }

    mutating func acknowledge(_ id: UInt64, _ line: BusConnection, _ session: Session) throws {
        waiting.removeAll { $0.id == id }
        try send(line, session)
    }

    /// Sends the first report, and repeats it until it is acknowledged.
    mutating func send(_ line: BusConnection, _ session: Session) throws {
        for index in waiting.indices.prefix(fault == .reportsAtOnce ? waiting.count : 1) {
            let now = MonotonicInstant.now.nanoseconds
            let sentAt = waiting[index].sentAt
            guard sentAt == 0 || now > sentAt + 500_000_000 && fault != .neverAgain else { continue }
            if fault == .unnumberedAgain, sentAt != 0 {
                number += 1
                waiting[index].report.number = number
            }
            waiting[index].id = try line.ask(.report(session, waiting[index].report)) ?? 0
            waiting[index].sentAt = now
        }
    }
}
