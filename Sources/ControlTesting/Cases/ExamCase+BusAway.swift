import Glibc
import NavigationEvents
import ZeroMQ

extension ExamCase {
    /// A bus that is absent, ends or returns; and a control that is restarted.
    static let busAway: [ExamCase] = [
        ExamCase(
            name: "no-bus",
            clause: Clause(
                rule: "L-3", text: "If there is no bus within NAVBUS_WAIT seconds, it ends with exit code 69."),
            seconds: 2,
            road: { bench throws(CaseEnding) in
                try bench.start(["NAVBUS_WAIT": "1"])
                try bench.awaitEnd(1 + Patience.ending, after: "a second without a bus (NAVBUS_WAIT=1)", codes: [69])
                try bench.requireSentence("that there is no bus")
                return "reported that there is no bus"
            }),
        ExamCase(
            name: "bad-endpoint",
            clause: Clause(
                rule: "L-2", text: "With an unusable environment variable it ends with exit code 64."),
            road: { bench throws(CaseEnding) in
                try bench.start(["NAVBUS_ENDPOINT": "nowhere", "NAVBUS_WAIT": "1"])
                try bench.awaitEnd(1 + Patience.ending, after: "a start with NAVBUS_ENDPOINT=nowhere", codes: [64])
                try bench.requireSentence("that NAVBUS_ENDPOINT cannot be used", naming: ["NAVBUS_ENDPOINT"])
                return "reported that NAVBUS_ENDPOINT=nowhere cannot be used"
            }),
        ExamCase(
            name: "foreign-bus",
            clause: Clause(
                rule: "T-3",
                text: "It does not trust a bus of another user: it sends nothing and ends with exit code 69."),
            seconds: 2,
            isNotAsked: { _, _ in geteuid() == 0 ? nil : "only root can give a bus to another user" },
            road: { bench throws(CaseEnding) in
                try bench.bus.open()
                try bench.giveBus(to: Bench.stranger)
                try bench.start(["NAVBUS_WAIT": "1"])
                try bench.awaitEnd(1 + Patience.ending, after: "a start on a bus of another user", codes: [69])
                try bench.requireSentence("that the bus belongs to another user")
                guard bench.bus.heard.hellos.isEmpty else {
                    throw .failed("it should not say hello to a bus of another user")
                }
                return "did not trust a bus of another user"
            }),
        ExamCase(
            name: "bus-restarted",
            clause: Clause(
                rule: "J-26",
                text: "It continues with a restarted bus of the same run, and says hello again if it sends heartbeats."
            ),
            seconds: 3,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                try bench.bringBack(asAnotherRun: false)
                try bench.goOn(after: "a restart of the bus")
                try bench.requireHeartbeat(after: "a restart of the bus")
                return "continued after a restart of the bus"
            }),
        ExamCase(
            name: "new-run",
            clause: Clause(
                rule: "J-27", text: "Another run is another drive: it starts again with the snapshot of that run."),
            seconds: 3,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                try bench.drive(30)
                try bench.bringBack(asAnotherRun: true)
                bench.road = Road(routeID: "exam-2", cues: bench.road.cues)
                try bench.beginNavigation()
                try bench.goOn(after: "the start of another run of the bus")
                try bench.requireHeartbeat(after: "the start of another run of the bus")
                return "started again with another run of the bus"
            }),
        ExamCase(
            name: "restart",
            clause: Clause(
                rule: "L-19",
                text:
                    "After a restart during a drive it starts with the current state and renders no cue again."
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
                        "after its restart it should not render the cue that the previous process rendered to its end, "
                            + "but rendered it again")
                }
                try bench.goOn(after: "its restart")
                return "started with the current state"
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
        try wait(Patience.reaction, toSee: "subscribe again after the bus has returned") {
            topics.allSatisfy(bus.heard.receives)
        }
        guard traits.hasHeartbeat else { return }
        try wait(Patience.reaction, toSee: "say hello again after the bus has returned, because it sends heartbeats") {
            bus.heard.hellos.count > hellos
        }
    }
}
