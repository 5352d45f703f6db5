import Glibc
import NavigationEvents
import Platform
import ZeroMQ

extension ConformanceCase {
    private static let clause = Clause(
        rule: "L-23",
        text: "It ends with exit code 0 at SIGTERM and at the end of its standard input; SIGTERM may end a control "
            + "that reports no effects.")

    /// The moments at which a control may be asked to end.
    static let ending: [ConformanceCase] = [
        ConformanceCase(
            name: "stop-before-welcome", clause: clause,
            scenario: { fixture throws(CaseEnding) in
                fixture.bus.behaviour.hello = .silence
                try fixture.bus.open()
                try fixture.start()
                try fixture.awaitHello()
                fixture.signal(SIGTERM)
                try fixture.awaitEnd(after: "SIGTERM before its hello was answered", bySignal: true)
                return "ended before it had joined"
            }),
        ConformanceCase(
            name: "stop-before-events", clause: clause,
            scenario: { fixture throws(CaseEnding) in
                try fixture.join()
                fixture.signal(SIGTERM)
                try fixture.awaitEnd(after: "SIGTERM before any event", bySignal: true)
                return "ended before any event"
            }),
        ConformanceCase(
            name: "stop-in-drive", clause: clause,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                try fixture.drive(3, fixture.newCue())
                fixture.signal(SIGTERM)
                try fixture.awaitEnd(after: "SIGTERM in the middle of a drive", bySignal: true)
                return "ended in the middle of a drive"
            }),
        ConformanceCase(
            name: "stop-twice",
            clause: Clause(rule: "L-23", text: "A second SIGTERM is harmless; it may end the process immediately."),
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                fixture.signal(SIGTERM)
                fixture.signal(SIGTERM)
                // 128 + SIGTERM: the second one may end a process that hangs.
                try fixture.awaitEnd(after: "SIGTERM twice", codes: [0, 128 + SIGTERM], bySignal: true)
                return "ended after SIGTERM twice"
            }),
        ConformanceCase(
            name: "end-of-input", clause: clause,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                fixture.process?.endInput()
                try fixture.awaitEnd(after: "the end of its standard input")
                return "ended at the end of its standard input"
            }),
        ConformanceCase(
            name: "slow-output",
            clause: Clause(
                rule: "L-4", text: "It ends at SIGTERM even while nothing reads its output."),
            seconds: 4,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                fixture.process?.isRead = false
                for _ in 0..<40 {
                    for _ in 0..<25 {
                        fixture.simulation.advance(seconds: 0.25)
                        try fixture.publish()
                    }
                    try fixture.rest(0.02)
                }
                try fixture.rest(0.5)
                fixture.signal(SIGTERM)
                try fixture.awaitEnd(after: "SIGTERM while nothing reads its output", bySignal: true)
                return "ended while nothing read its output"
            }),
        ConformanceCase(
            name: "leaves-nothing",
            clause: Clause(
                rule: "L-24", text: "The processes that it started end with it, and it leaves no temporary files."),
            seconds: 2,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                try fixture.drive(3, fixture.newCue())
                fixture.signal(SIGTERM)
                // Other cases check the exit code.
                _ = try fixture.waitForEnd(CaseTimeouts.ending)
                try fixture.checkLeftovers()
                return "left neither processes nor temporary files"
            }),
    ]
}

extension CaseFixture {
    fileprivate func checkLeftovers() throws(CaseEnding) {
        // Those that end with it take a moment.
        let end = MonotonicInstant.now.nanoseconds + UInt64(CaseTimeouts.leftovers * 1e9)
        var processes = process?.leftovers() ?? []
        while !processes.isEmpty, MonotonicInstant.now.nanoseconds < end {
            try pump()
            processes = process?.leftovers() ?? []
        }
        guard processes.isEmpty else {
            throw .failed(
                "the processes that it started should end with it, but these continue: "
                    + processes.joined(separator: ", "))
        }
        let files = FolderNames.readable(in: folder + "/tmp")
        guard files.isEmpty else {
            throw .failed("it should remove its temporary files, but left \(files.joined(separator: ", ")) in TMPDIR")
        }
    }
}
