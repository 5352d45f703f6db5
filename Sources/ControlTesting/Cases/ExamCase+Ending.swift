import Glibc
import NavigationEvents
import ZeroMQ

extension ExamCase {
    private static let clause = Clause(
        rule: "L-23", text: "It ends at SIGTERM, and when its standard input ends, with exit code 0.")

    /// All the moments at which a control may be told to end.
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
            clause: Clause(rule: "L-23", text: "A second SIGTERM does no harm; it may end the process at once."),
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                bench.signal(SIGTERM)
                bench.signal(SIGTERM)
                // 128 + SIGTERM: the second one was for a process that hangs.
                try bench.awaitEnd(after: "SIGTERM twice", codes: [0, 128 + SIGTERM])
                return "ended though it was told twice"
            }),
        ExamCase(
            name: "end-of-input", clause: clause,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                bench.process?.endInput()
                try bench.awaitEnd(after: "the end of its standard input")
                return "ended with its standard input"
            }),
        ExamCase(
            name: "slow-output",
            clause: Clause(
                rule: "L-4", text: "It ends at SIGTERM also while nobody reads what it writes."),
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
                try bench.awaitEnd(after: "SIGTERM while nobody reads what it writes")
                return "ended with pipes that nobody reads"
            }),
        ExamCase(
            name: "leaves-nothing",
            clause: Clause(
                rule: "L-24", text: "What it has started ends with it, and it leaves no temporary files."),
            seconds: 2,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                try bench.drive(3, bench.newCue())
                bench.signal(SIGTERM)
                // How it ends is for other cases.
                _ = try bench.passesUntilEnd(Patience.ending)
                try bench.judgeLeftovers()
                return "left neither processes nor temporary files"
            }),
    ]
}

extension Bench {
    fileprivate func judgeLeftovers() throws(CaseEnding) {
        // Those that end with it take a moment.
        let end = monotonicNanoseconds() + UInt64(Patience.leftovers * 1e9)
        var processes = process?.leftovers() ?? []
        while !processes.isEmpty, monotonicNanoseconds() < end {
            try pump()
            processes = process?.leftovers() ?? []
        }
        guard processes.isEmpty else {
            throw .failed(
                "what it has started should end with it, and goes on: process \(processes.joined(separator: ", "))")
        }
        let files = ExamFolder.names(in: folder + "/tmp")
        guard files.isEmpty else {
            throw .failed("it should remove its temporary files, and left \(files.joined(separator: ", ")) in TMPDIR")
        }
    }
}
