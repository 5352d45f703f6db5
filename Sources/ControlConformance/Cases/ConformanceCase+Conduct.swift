import EventBus
import Glibc
import NavigationControl
import NavigationEvents

extension ConformanceCase {
    /// The reports of a control, and its refusal of settings.
    static let conduct: [ConformanceCase] = [
        ConformanceCase(
            name: "reports",
            clause: Clause(
                rule: "C-8",
                text: "Reports name their control, are numbered, refer to published cues, and keep the size limits."),
            seconds: 3,
            reasonToSkip: { traits, _ in traits.reports ? nil : "it sends no reports, which are optional" },
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                for _ in 0..<2 { try fixture.continueDrive(after: "the start") }
                try fixture.bus.publish(.navigationStopped(.requested))
                try fixture.rest(0.5)
                fixture.signal(SIGTERM)
                _ = try fixture.waitForEnd(3)
                try fixture.checkReports()
                return fixture.summaryOfReports
            }),
        ConformanceCase(
            name: "report-again",
            clause: Clause(
                rule: "C-4",
                text:
                    "A numbered report is repeated every half second, with the same number, until it is answered; the "
                    + "next one follows the answer."),
            seconds: 4,
            reasonToSkip: { traits, _ in traits.reports ? nil : "it sends no reports, which are optional" },
            scenario: { fixture throws(CaseEnding) in
                fixture.bus.behaviour.answersReports = false
                try fixture.join()
                try fixture.beginNavigation()
                try fixture.drive(4, fixture.newCue())
                try fixture.awaitRepeats()
                try fixture.rest(1.5)
                try fixture.checkRepeats()
                return "\(fixture.bus.received.everyReport.count) reports, none of them answered"
            }),
        ConformanceCase(
            name: "settings",
            clause: Clause(rule: "L-5", text: "With an invalid setting it ends with exit code 78."),
            seconds: 1,
            reasonToSkip: { _, subject in
                subject.wrongSetting == nil ? "its manifest has no setting with a limited set of values" : nil
            },
            scenario: { fixture throws(CaseEnding) in
                guard let (key, value) = fixture.subject.wrongSetting else { return "has no settings" }
                fixture.bus.settings[key] = value
                try fixture.bus.open()
                try fixture.start()
                try fixture.awaitHello()
                try fixture.awaitEnd(after: "a welcome with \(key) = \"\(TestedControl.wrongText)\"", codes: [78])
                try fixture.checkRefusal(of: key)
                return "refused \(key) = \"\(TestedControl.wrongText)\""
            }),
    ]
}

extension TestedControl {
    static let wrongText = "no-such-value"

    /// A setting with a value that the manifest does not allow.
    fileprivate var wrongSetting: (String, SettingValue)? {
        let settings = manifest?.settings ?? []
        let chosen =
            settings.first { !$0.choices.isEmpty && $0.kind == .text }
            ?? settings.first { [.bool, .integer, .number].contains($0.kind) }
        return chosen.map { ($0.key, .text(Self.wrongText)) }
    }
}

extension CaseFixture {
    /// Requires that the invalid setting is named, on standard error or in a report.
    fileprivate func checkRefusal(of key: String) throws(CaseEnding) {
        if bus.received.failures.contains(where: { $0.contains(key) }) { return }
        try requireSentence("which setting is invalid", naming: [])
        let text = String(decoding: process?.errors ?? [], as: UTF8.self)
        guard text.contains(key) else {
            throw .failed("it should report which setting is invalid, but its message does not contain \"\(key)\"")
        }
    }

    /// Waits until the first numbered report has been repeated; one without a number is published each time.
    fileprivate func awaitRepeats() throws(CaseEnding) {
        _ = try waitUntil(CaseTimeouts.reaction) { !bus.received.everyReport.isEmpty }
        guard let first = bus.received.everyReport.first(where: \.isNumbered) else { return }
        try wait(
            CaseTimeouts.reaction, toSee: "send its report \"\(first.kind)\" again, because it was not answered"
        ) {
            bus.received.everyReport.count { $0.kind == first.kind && $0.effect == first.effect } > 1
        }
    }

    fileprivate func checkRepeats() throws(CaseEnding) {
        let beginnings = Set(bus.received.everyReport.filter { $0.kind == .ready }.map(\.number))
        guard beginnings.count <= 1 else {
            throw .failed(
                "a repeated report should keep its number, but \"ready\" arrived with the numbers "
                    + beginnings.sorted().map(String.init).joined(separator: ", "))
        }
        let unnumbered = bus.received.everyReport.filter { $0.kind == .ready && !$0.isNumbered }
        guard unnumbered.count <= 1 else {
            throw .failed(
                "a repeated report should have a number, but \"ready\" arrived \(unnumbered.count) times without one"
            )
        }
        let numbered = bus.received.everyReport.filter(\.isNumbered)
        guard let first = numbered.first, let other = numbered.first(where: { $0 != first }) else { return }
        throw .failed(
            other.number == first.number
                ? "reports with the same number should be equal, but those with the number \(first.number) differ"
                : "the next report should follow the answer to the previous one, but \"\(other.kind)\", number "
                    + "\(other.number), arrived before \"\(first.kind)\", number \(first.number), was answered")
    }

    /// The number of reports. The end of an effect is optional (C-1), but displays need it, so its absence is
    /// mentioned.
    fileprivate var summaryOfReports: String {
        let reports = bus.received.reports
        let begun = reports.count { $0.kind == .began }
        let isEnding = reports.contains { [.ended, .cancelled, .failed].contains($0.kind) && !$0.effect.isEmpty }
        let text = "\(reports.count) reports"
        return begun == 0 || isEnding ? text : "\(text); \(begun) effects began, and none ended (C-1)"
    }

    fileprivate func checkReports() throws(CaseEnding) {
        let control = bus.received.hellos.first?.control ?? ""
        var rules = ReportRules(control: control, cues: cues)
        for report in bus.received.reports {
            if let problem = rules.problem(of: report) {
                throw .failed(
                    "its report \"\(report.kind)\(report.text.isEmpty ? "" : ": \(report.text)")\" \(problem)")
            }
        }
    }
}

extension ControlReport {
    /// Whether the bus publishes the report once, however often it is sent.
    fileprivate var isNumbered: Bool { number != 0 && processID != 0 }
}

/// The rules for each report and its predecessors.
struct ReportRules {
    let control: String
    let cues: Set<CueReference>
    private var last: [Int32: UInt64] = [:]
    private var begun: Set<UInt64> = []

    init(control: String, cues: Set<CueReference>) {
        self.control = control
        self.cues = cues
    }

    /// The violation of the next report, as the rest of a sentence about it; `nil` if there is none.
    mutating func problem(of report: ControlReport) -> String? {
        if report.control != control { return "should name \"\(control)\", but names \"\(report.control)\"" }
        if report.kind == .unknown { return "should be of a kind of version 1, but is not" }
        if let cue = report.cue, !cues.contains(cue) {
            return
                "should refer to a published cue, but names the identity \(cue.identity) with the stage \(cue.stage)"
        }
        if let problem = report.picture?.problem { return "has a picture that \(problem)" }
        let size = report.control.utf8.count + report.effect.utf8.count + report.text.utf8.count
        if size > BusLimits.maxReportBytes {
            return "should have at most \(BusLimits.maxReportBytes) bytes of text, but has \(size)"
        }
        return numberProblem(of: report)
    }

    private mutating func numberProblem(of report: ControlReport) -> String? {
        if report.number != 0 {
            if let before = last[report.processID], report.number <= before {
                return "should have a higher number than the previous report, \(before), but has \(report.number)"
            }
            last[report.processID] = report.number
        }
        guard report.effectNumber != 0 else { return nil }
        if report.kind == .began { begun.insert(report.effectNumber) }
        if [.ended, .progressed, .paused, .continued].contains(report.kind), !begun.contains(report.effectNumber) {
            return "should refer to an effect that has begun, but no effect \(report.effectNumber) has"
        }
        return nil
    }
}
