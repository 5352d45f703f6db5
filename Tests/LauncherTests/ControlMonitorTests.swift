import NavigationEvents
import Testing

@testable import Launcher

/// Decides which controls are ready and which are replaced, with simulated time.
@Suite struct ControlMonitorTests {
    private static func started(_ process: Int32 = 100) -> ControlStatus {
        ControlStatus(control: "speech", state: .starting, processID: process)
    }

    private static func heard(_ process: Int32 = 100, age: Double? = nil) -> ControlStatus {
        ControlStatus(control: "speech", state: .running, processID: process, heartbeatAgeSeconds: age)
    }

    private static func watch() -> ControlMonitor {
        var watch = ControlMonitor { process, leader in process == leader || process == leader + 1 }
        watch.note(started())
        return watch
    }

    @Test func `a control is ready when it reports so`() {
        var watch = Self.watch()
        #expect(!watch.isSettled)
        watch.noteReady(ControlReport(control: "speech", kind: .ready, processID: 100))
        #expect(watch.isSettled)
        #expect(watch.summary == "1 of 1 controls ready")
    }

    @Test func `a control that only says hello is ready after half a second`() {
        var watch = Self.watch()
        #expect(watch.check([Self.heard()], afterSeconds: 0.1).isEmpty)
        #expect(!watch.isSettled && watch.missing.isEmpty)
        _ = watch.check([Self.heard()], afterSeconds: 0.5)
        #expect(watch.isSettled)
    }

    @Test func `a status needs no attention while every control is ready and sends heartbeats`() {
        var watch = Self.watch()
        #expect(!watch.isCalm([Self.heard(age: 0.5)]), "it is not ready yet")
        watch.noteReady(ControlReport(control: "speech", kind: .ready, processID: 100))
        #expect(watch.isCalm([Self.heard(age: 1)]))
        #expect(!watch.isCalm([Self.heard(age: 1.6)]), "a heartbeat is missing")
        let tap = ControlStatus(control: "tap", state: .running, processID: 7, heartbeatAgeSeconds: 100)
        #expect(watch.isCalm([Self.heard(age: 1), tap]), "the launcher has not started it")
    }

    @Test func `a script may run the actual program`() {
        var watch = Self.watch()
        _ = watch.check([Self.heard(101)], afterSeconds: 0.6)
        #expect(watch.isSettled)
    }

    @Test func `a hello of another process does not count for the control`() {
        var watch = Self.watch()
        for _ in 0..<49 { #expect(watch.check([Self.heard(555)], afterSeconds: 0.1).isEmpty) }
        watch.noteReady(ControlReport(control: "speech", kind: .ready, processID: 555))
        #expect(
            watch.check([Self.heard(555)], afterSeconds: 0.11) == [
                ControlMonitor.Replacement(control: "speech", reason: "did not say hello to the bus within 5 s")
            ])
    }

    @Test func `only time with an answering bus counts`() {
        var watch = Self.watch()
        // An hour without the bus is only one check.
        #expect(watch.check([], afterSeconds: 1).isEmpty)
        #expect(watch.check([Self.heard()], afterSeconds: 1).isEmpty)
        for _ in 0..<100 { #expect(watch.check([], afterSeconds: 1).isEmpty) }
    }

    @Test func `a control whose heartbeats stop is replaced`() {
        var watch = Self.watch()
        #expect(watch.check([Self.heard(age: 0.4)], afterSeconds: 0.5).isEmpty)
        #expect(watch.check([Self.heard(age: 3.1)], afterSeconds: 0.5).isEmpty)
        // The bus has read the heartbeats that arrived while it was paused.
        #expect(watch.check([Self.heard(age: 0.1)], afterSeconds: 0.5).isEmpty)
        #expect(watch.check([Self.heard(age: 3.1)], afterSeconds: 0.5).isEmpty)
        #expect(
            watch.check([Self.heard(age: 3.6)], afterSeconds: 0.5).map(\.reason) == [
                "gave no sign of life for 3 s"
            ])
        watch.note(Self.started(200))
        #expect(watch.check([Self.heard(age: 9)], afterSeconds: 0.5).isEmpty)
    }

    @Test func `a control without heartbeats is not replaced for it`() {
        var watch = Self.watch()
        for _ in 0..<100 { #expect(watch.check([Self.heard()], afterSeconds: 1).isEmpty) }
    }

    @Test func `the run does not wait for a failed control`() {
        var watch = Self.watch()
        #expect(watch.missing == ["speech"])
        watch.note(ControlStatus(control: "speech", state: .failed))
        #expect(watch.isSettled && watch.missing.isEmpty)
    }
}
