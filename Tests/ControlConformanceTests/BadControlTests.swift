import ControlConformance
import Glibc
import NavigationControl
import NavigationEvents
import TestSupport
import Testing

/// Tests with controls that each have one fault.
@Suite("Faulty controls fail the conformance test, each for its own reason")
struct BadControlTests {
    @Test func `a control without a fault passes each case`() async throws {
        let report = try await ConformanceTestQueue.run(ConformanceTest(of: Self.subject([])))
        #expect(report.isPassed, "\(report.table)")
        #expect(report.count(.skipped) == 0, "\(report.table)")
        #expect(report.grades == Set(ControlGrade.allCases), "\(report.table)")
    }

    @Test func `each fault fails its own cases and no others`() async throws {
        // In parallel, because they mostly wait.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for fault in BadFault.all { group.addTask { try await Self.judge(fault) } }
            try await group.waitForAll()
        }
    }

    @Test func `a case ends although the control sends messages without end`() async throws {
        let test = ConformanceTest(of: Self.subject(["--fault", "floods"]), only: ["drive"])
        let report = try await ConformanceTestQueue.run(test)
        #expect(report.results.map(\.verdict) == [.failed], "\(report.table)")
        #expect(report.table.contains("a few requests each second"), "\(report.table)")
    }

    @Test func `a failure of the first cases is reported even if other cases are selected`() async throws {
        let test = ConformanceTest(of: Self.subject(["--fault", "never-hello"]), only: ["heartbeat", "drive"])
        let report = try await ConformanceTestQueue.run(test)
        #expect(report.results.filter { $0.verdict == .failed }.map(\.name) == ["hello"], "\(report.table)")
    }

    @Test func `the limits of the manifest apply in the conformance test as in a run`() async throws {
        var subject = Self.subject([])
        // The three standard streams, and two more.
        subject.manifest?.limits.openFiles = 5
        let report = try await ConformanceTestQueue.run(ConformanceTest(of: subject, only: ["hello"]))
        #expect(report.results.map(\.verdict) == [.failed], "\(report.table)")
    }

    private static func judge(_ fault: BadFault) async throws {
        let report = try await ConformanceTestQueue.run(
            ConformanceTest(of: subject(["--fault", fault.name]), maxParallelCases: 6))
        let failed = report.results.filter { $0.verdict == .failed }
        #expect(
            Set(failed.map(\.name)).subtracting(fault.busyCases) == fault.cases, "\(fault.name): \(report.table)")
        #expect(!report.isBroken, "\(fault.name): \(report.table)")
        if let grades = fault.grades { #expect(report.grades == grades, "\(fault.name): \(report.table)") }
        for result in failed where fault.cases.contains(result.name) {
            #expect(result.sentence.contains(fault.reason), "\(fault.name): \(result.name): \(result.sentence)")
        }
    }

    private static func subject(_ arguments: [String]) -> TestedControl {
        TestedControl(
            executable: BuiltProgram.folder + "/navbus-badcontrol", arguments: arguments, manifest: manifest,
            settings: ["shout": .text("low")])
    }

    private static let manifest = ControlManifest(
        id: "bad", summary: "Has the fault that its arguments name.", executable: "navbus-badcontrol",
        topics: [.onGPS, .onNavigation, .onNavigationStarted, .onNavigationStopped, .onCommand],
        settings: [
            SettingDeclaration(
                key: "shout", kind: .text, defaultValue: .text("low"), choices: ["low", "loud"], help: "How it speaks.")
        ])
}

/// A fault, the cases that detect it, and part of their message.
struct BadFault: Sendable {
    var name: String
    var cases: Set<String>
    /// Cases that detect it on a busy machine only.
    var busyCases: Set<String>
    var reason: String
    /// The grades that remain, if the fault is one of a grade.
    var grades: Set<ControlGrade>?

    private init(
        _ name: String, _ cases: Set<String>, busy busyCases: Set<String> = [], _ reason: String,
        grades: Set<ControlGrade>? = nil
    ) {
        self.grades = grades
        self.name = name
        self.cases = cases
        self.busyCases = busyCases
        self.reason = reason
    }

    static let all = [
        BadFault("never-hello", ["hello"], "say hello"),
        BadFault("late-hello", ["hello"], "within 5 s"),
        BadFault("wrong-id", ["hello"], "the id of its manifest"),
        BadFault("any-session", ["other-session"], "of another session"),
        BadFault("ignores-session", ["session"], "NAVBUS_SESSION=exam-7"),
        BadFault("no-slash", ["subscriptions"], "with the slash"),
        BadFault("fails-at-start", ["ready", "drive"], "failed to open a device"),
        BadFault("replays-old", ["late-join"], "that its snapshot covers"),
        BadFault(
            "no-heartbeat-after-first",
            ["heartbeat", "off-route", "burst", "silence", "commands", "bus-restarted", "new-run"],
            "heartbeat"),
        BadFault("slow-heartbeat", ["heartbeat"], "usually waits 4.0 s"),
        BadFault(
            "renders-twice", ["once-only", "once-after-restart", "once-after-bus-restart"], "rendered",
            grades: [.listener, .display, .lossless]),
        BadFault("renders-stale", ["stale-cue"], "valid for 5 s"),
        BadFault("dies-off-route", ["off-route", "drive", "clears-off-route"], "exit code 70"),
        BadFault("stops-at-gap", ["gap", "truncated", "lost-for-good"], "it should"),
        // It may receive the messages of slow-output at once too.
        BadFault("dies-in-burst", ["burst"], busy: ["slow-output"], "exit code 70"),
        // On a busy machine, the bus of a case may pause so long.
        BadFault("dies-in-silence", ["silence", "clears-in-silence"], busy: ["slow-output"], "exit code 70"),
        BadFault("dies-on-command", ["commands"], "exit code 70"),
        BadFault("dies-on-unknown-topic", ["unknown-topic", "other-session"], "exit code 70"),
        BadFault("dies-on-unknown-field", ["unknown-fields"], "exit code 70"),
        BadFault("dies-on-unknown-value", ["unknown-values", "off-route"], "exit code 70"),
        // An envelope that is truncated before its event looks like one with an event of a later version.
        BadFault("dies-on-unknown-event", ["unknown-event", "truncated"], "exit code 70"),
        BadFault("counts-no-strangers", ["unknown-event"], "no event is missing"),
        BadFault("silent-on-newer-major", ["newer-major"], "in a sentence"),
        BadFault("hangs-on-newer-major", ["newer-major"], "but continues"),
        BadFault("dies-on-garbage", ["garbage", "truncated", "wrong-frames", "oversized"], "exit code 70"),
        BadFault("dies-on-frames", ["wrong-frames"], "exit code 70"),
        BadFault("dies-on-large-message", ["oversized"], "exit code 70"),
        BadFault("waits-forever", ["no-bus"], "but continues"),
        BadFault("takes-any-endpoint", ["bad-endpoint"], "exit code 69"),
        // Only root can give the bus to another user.
        BadFault("believes-anybody", geteuid() == 0 ? ["foreign-bus"] : [], ""),
        BadFault(
            "says-hello-once",
            [
                "bus-restarted", "new-run", "once-after-bus-restart", "clears-at-new-run", "clears-after-lost-stop",
                "lost-with-bus",
            ], "say hello again"),
        BadFault(
            "forgets-at-restart", ["once-after-restart"], "rendered it again", grades: [.listener, .display, .lossless]),
        BadFault(
            "ignores-term",
            ["stop-before-welcome", "stop-before-events", "stop-in-drive", "stop-twice", "slow-output"],
            "but continues"),
        BadFault("ignores-end-of-input", ["end-of-input"], "but continues"),
        BadFault(
            "exit-code-wrong",
            [
                "stop-before-welcome", "stop-before-events", "stop-in-drive", "stop-twice", "slow-output",
                "end-of-input",
            ],
            "exit code 3"),
        BadFault("hangs-on-slow-output", ["slow-output"], "but continues"),
        BadFault("leaves-child", ["leaves-nothing"], "(sleep)"),
        BadFault("leaves-daemon", ["leaves-nothing"], "(sleep)"),
        BadFault(
            "leaves-group",
            ["stop-before-welcome", "stop-before-events", "stop-in-drive", "stop-twice", "slow-output"],
            "but continues"),
        BadFault("leaves-file", ["leaves-nothing"], "in TMPDIR"),
        BadFault("foreign-report", ["reports"], "but names \"speech\""),
        BadFault("renumbers-reports", ["report-again"], "keep its number"),
        // A report that the bus takes with it is the last one.
        BadFault(
            "never-again", ["report-again"],
            busy: [
                "bus-restarted", "new-run", "once-after-bus-restart", "clears-at-new-run", "clears-after-lost-stop",
                "lost-with-bus",
            ], "again, because it was not answered"),
        BadFault("reports-at-once", ["report-again"], "follow the answer to the previous one"),
        BadFault("takes-any-setting", ["settings"], "but continues"),
        BadFault("repairs-nothing", [], "", grades: [.listener, .display, .announcer]),
        BadFault("asks-once", [], "", grades: [.listener, .display, .announcer]),
        // The end of the navigation is the last event of its topic.
        BadFault("ignores-tail", ["clears-after-lost-stop"], "clear its display", grades: [.listener, .announcer]),
        BadFault("hides-loss", ["lost-for-good"], "new snapshot", grades: [.listener, .display, .announcer]),
        BadFault(
            "repeats-with-bus", ["once-after-bus-restart"], "rendered it again",
            grades: [.listener, .display, .lossless]),
        BadFault("reports-no-end", [], "", grades: [.listener, .display, .lossless]),
        BadFault("reports-nothing", [], "", grades: [.listener, .lossless]),
        BadFault(
            "dies-of-term",
            ["stop-before-welcome", "stop-before-events", "stop-in-drive", "stop-twice", "slow-output"],
            "signal 15", grades: []),
        BadFault("dies-of-term-silently", [], "", grades: [.listener, .lossless]),
        BadFault(
            "keeps-sign-at-stop", ["clears-at-stop", "clears-after-lost-stop"], "clear its display",
            grades: [.listener, .announcer, .lossless]),
        BadFault(
            "keeps-sign-off-route", ["clears-off-route"], "clear its display",
            grades: [.listener, .announcer, .lossless]),
        BadFault("keeps-sign-in-silence", [], "", grades: [.listener, .announcer, .lossless]),
        BadFault(
            "keeps-sign-at-new-run", ["clears-at-new-run"], "clear its display",
            grades: [.listener, .announcer, .lossless]),
    ]
}
