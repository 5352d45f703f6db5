import Glibc
import NavigationEvents
import ZeroMQ

extension ExamCase {
    /// A bus that is not there, goes, and comes back; and a control that does.
    static let busAway: [ExamCase] = [
        ExamCase(
            name: "no-bus",
            clause: Clause(rule: "L-3", text: "Without a bus within NAVBUS_WAIT seconds it ends with exit code 69."),
            seconds: 2,
            road: { bench throws(CaseEnding) in
                try bench.start(["NAVBUS_WAIT": "1"])
                try bench.awaitEnd(1 + Patience.ending, after: "a second without a bus (NAVBUS_WAIT=1)", codes: [69])
                try bench.requireSentence("that there is no bus")
                return "said that there is no bus"
            }),
        ExamCase(
            name: "bad-endpoint",
            clause: Clause(
                rule: "L-2", text: "A variable of the environment that cannot be used ends it with exit code 64."),
            road: { bench throws(CaseEnding) in
                try bench.start(["NAVBUS_ENDPOINT": "nowhere", "NAVBUS_WAIT": "1"])
                try bench.awaitEnd(1 + Patience.ending, after: "a start with NAVBUS_ENDPOINT=nowhere", codes: [64])
                try bench.requireSentence("that NAVBUS_ENDPOINT cannot be used", naming: ["NAVBUS_ENDPOINT"])
                return "said that NAVBUS_ENDPOINT=nowhere cannot be used"
            }),
        ExamCase(
            name: "foreign-bus",
            clause: Clause(
                rule: "T-3",
                text: "A bus of another user is not believed: nothing is sent, and it ends with exit code 69."),
            seconds: 2,
            isNotAsked: { _, _ in geteuid() == 0 ? nil : "it takes root to be another user" },
            road: { bench throws(CaseEnding) in
                try bench.bus.open()
                try bench.giveBus(to: Bench.stranger)
                try bench.start(["NAVBUS_WAIT": "1"])
                try bench.awaitEnd(1 + Patience.ending, after: "a start on a bus of another user", codes: [69])
                try bench.requireSentence("that the bus is another user's")
                guard bench.bus.heard.hellos.isEmpty else {
                    throw .failed("it should not say hello to a bus of another user")
                }
                return "believed no bus of another user"
            }),
        ExamCase(
            name: "bus-restarted",
            clause: Clause(
                rule: "J-26",
                text: "The same run comes back with another process: say hello again if you send heartbeats, and go on."
            ),
            seconds: 3,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                try bench.bringBack(asAnotherRun: false)
                try bench.goOn(after: "the bus was killed and came back")
                try bench.requireHeartbeat(after: "the bus was killed and came back")
                return "went on with a bus that was killed and came back"
            }),
        ExamCase(
            name: "new-run",
            clause: Clause(
                rule: "J-27", text: "Another run is another drive: begin anew with its snapshot."),
            seconds: 3,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                try bench.drive(30)
                try bench.bringBack(asAnotherRun: true)
                bench.road = Road(routeID: "exam-2", cues: bench.road.cues)
                try bench.beginNavigation()
                try bench.goOn(after: "another run of the bus began")
                try bench.requireHeartbeat(after: "another run of the bus began")
                return "began anew with another run of the bus"
            }),
        ExamCase(
            name: "restart",
            clause: Clause(
                rule: "L-19",
                text:
                    "Started again in the middle of a drive it begins with the present state, and renders nothing again."
            ),
            seconds: 4,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                let cue = try bench.goOn(after: "the start")
                let isOver = {
                    bench.bus.heard.reports.contains { $0.kind == .ended && $0.cue == cue.reference }
                }
                if bench.traits.rendersCues { _ = try bench.passes(5, until: isOver) }
                let wasOver = isOver()
                let count = bench.bus.heard.begun(cue.reference).count
                try bench.kill()
                try bench.join()
                try bench.drive(8, cue)
                try bench.rest(0.5)
                if wasOver, bench.bus.heard.begun(cue.reference).count > count {
                    throw .failed(
                        "started again it should leave out the cue that the process before it had rendered to its end, and "
                            + "rendered it again")
                }
                try bench.goOn(after: "it was started again")
                return "began again with the present state"
            }),
    ]
}

extension Bench {
    fileprivate func bringBack(asAnotherRun: Bool) throws(CaseEnding) {
        let hellos = bus.heard.hellos.count
        bus.close()
        try rest(0.4)
        try bus.reopen(asAnotherRun: asAnotherRun)
        let topics = bus.heard.hellos.last?.topics ?? []
        try wait(Patience.reaction, toSee: "subscribe again, now that the bus is back") {
            topics.allSatisfy(bus.heard.receives)
        }
        guard traits.hasHeartbeat else { return }
        try wait(Patience.reaction, toSee: "say hello again, now that the bus is back: it sends heartbeats to it") {
            bus.heard.hellos.count > hellos
        }
    }
}
