import Glibc
import NavigationEvents
import Platform
import ZeroMQ

extension ExamCase {
    private static let clause = Clause(
        rule: "L-23", text: "It ends with exit code 0 at SIGTERM and at the end of its standard input.")

    /// The moments at which a control may be asked to end.
    static let ending: [ExamCase] = [
        ExamCase(
            name: "stop-before-welcome", clause: clause,
            road: { bench throws(CaseEnding) in
                bench.bus.manners.hello = .silence
                try bench.bus.open()
                try bench.start()
                try bench.awaitHello()
                bench.signal(SIGTERM)
                try bench.awaitEnd(after: "SIGTERM before its hello was answered")
                return "ended before it had joined"
            }),
        ExamCase(
            name: "stop-before-events", clause: clause,
            road: { bench throws(CaseEnding) in
                try bench.join()
                bench.signal(SIGTERM)
                try bench.awaitEnd(after: "SIGTERM before any event")
                return "ended before any event"
            }),
        ExamCase(
            name: "stop-in-drive", clause: clause,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                try bench.drive(3, bench.newCue())
                bench.signal(SIGTERM)
                try bench.awaitEnd(after: "SIGTERM in the middle of a drive")
                return "ended in the middle of a drive"
            }),
        ExamCase(
            name: "stop-twice",
            clause: Clause(rule: "L-23", text: "A second SIGTERM is harmless; it may end the process immediately."),
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                bench.signal(SIGTERM)
                bench.signal(SIGTERM)
                // 128 + SIGTERM: the second one may end a process that hangs.
                try bench.awaitEnd(after: "SIGTERM twice", codes: [0, 128 + SIGTERM])
                return "ended after SIGTERM twice"
            }),
        ExamCase(
            name: "end-of-input", clause: clause,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                bench.process?.endInput()
                try bench.awaitEnd(after: "the end of its standard input")
                return "ended at the end of its standard input"
            }),
        ExamCase(
            name: "slow-output",
            clause: Clause(
                rule: "L-4", text: "It ends at SIGTERM even while nothing reads its output."),
            seconds: 4,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                bench.process?.isRead = false
                for _ in 0..<40 {
                    for _ in 0..<25 {
                        bench.road.advance(seconds: 0.25)
                        try bench.publish()
                    }
                    try bench.rest(0.02)
                }
                try bench.rest(0.5)
                bench.signal(SIGTERM)
                try bench.awaitEnd(after: "SIGTERM while nothing reads its output")
                return "ended while nothing read its output"
            }),
        ExamCase(
            name: "leaves-nothing",
            clause: Clause(
                rule: "L-24", text: "The processes that it started end with it, and it leaves no temporary files."),
            seconds: 2,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                try bench.drive(3, bench.newCue())
                bench.signal(SIGTERM)
                // Other cases check the exit code.
                _ = try bench.passesUntilEnd(Patience.ending)
                try bench.judgeLeftovers()
                return "left neither processes nor temporary files"
            }),
    ]
}

extension Bench {
    fileprivate func judgeLeftovers() throws(CaseEnding) {
        // Those that end with it take a moment.
        let end = MonotonicInstant.now.nanoseconds + UInt64(Patience.leftovers * 1e9)
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
        let files = ExamFolder.names(in: folder + "/tmp")
        guard files.isEmpty else {
            throw .failed("it should remove its temporary files, but left \(files.joined(separator: ", ")) in TMPDIR")
        }
    }
}
