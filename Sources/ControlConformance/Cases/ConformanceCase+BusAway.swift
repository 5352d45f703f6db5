import Glibc
import NavigationEvents
import ZeroMQ

extension ConformanceCase {
    /// A bus that is absent, ends or returns; and a control that is restarted.
    static let busAway: [ConformanceCase] = [
        ConformanceCase(
            name: "no-bus",
            clause: Clause(
                rule: "L-3", text: "If there is no bus within NAVBUS_WAIT seconds, it ends with exit code 69."),
            seconds: 2,
            scenario: { fixture throws(CaseEnding) in
                try fixture.start(["NAVBUS_WAIT": "1"])
                try fixture.awaitEnd(
                    1 + CaseTimeouts.ending, after: "a second without a bus (NAVBUS_WAIT=1)", codes: [69])
                try fixture.requireSentence("that there is no bus")
                return "reported that there is no bus"
            }),
        ConformanceCase(
            name: "bad-endpoint",
            clause: Clause(
                rule: "L-2", text: "With an unusable environment variable it ends with exit code 64."),
            scenario: { fixture throws(CaseEnding) in
                try fixture.start(["NAVBUS_ENDPOINT": "nowhere", "NAVBUS_WAIT": "1"])
                try fixture.awaitEnd(
                    1 + CaseTimeouts.ending, after: "a start with NAVBUS_ENDPOINT=nowhere", codes: [64])
                try fixture.requireSentence("that NAVBUS_ENDPOINT cannot be used", naming: ["NAVBUS_ENDPOINT"])
                return "reported that NAVBUS_ENDPOINT=nowhere cannot be used"
            }),
        ConformanceCase(
            name: "foreign-bus",
            clause: Clause(
                rule: "T-3",
                text: "It does not trust a bus of another user: it sends nothing and ends with exit code 69."),
            seconds: 2,
            reasonToSkip: { _, _ in geteuid() == 0 ? nil : "only root can give a bus to another user" },
            scenario: { fixture throws(CaseEnding) in
                try fixture.bus.open()
                try fixture.giveBus(to: CaseFixture.otherUser)
                try fixture.start(["NAVBUS_WAIT": "1"])
                try fixture.awaitEnd(1 + CaseTimeouts.ending, after: "a start on a bus of another user", codes: [69])
                try fixture.requireSentence("that the bus belongs to another user")
                guard fixture.bus.received.hellos.isEmpty else {
                    throw .failed("it should not say hello to a bus of another user")
                }
                return "did not trust a bus of another user"
            }),
        ConformanceCase(
            name: "bus-restarted",
            clause: Clause(
                rule: "J-26",
                text: "It continues with a restarted bus of the same run, and says hello again if it sends heartbeats."
            ),
            seconds: 3,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                try fixture.restartBus(asAnotherRun: false)
                try fixture.continueDrive(after: "a restart of the bus")
                try fixture.requireHeartbeat(after: "a restart of the bus")
                return "continued after a restart of the bus"
            }),
        ConformanceCase(
            name: "new-run",
            clause: Clause(
                rule: "J-27", text: "Another run is another drive: it starts again with the snapshot of that run."),
            seconds: 3,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                try fixture.drive(30)
                try fixture.restartBus(asAnotherRun: true)
                fixture.simulation = TestDrive(routeID: "exam-2", cues: fixture.simulation.cues)
                try fixture.beginNavigation()
                try fixture.continueDrive(after: "the start of another run of the bus")
                try fixture.requireHeartbeat(after: "the start of another run of the bus")
                return "started again with another run of the bus"
            }),
        ConformanceCase(
            name: "restart",
            clause: Clause(
                rule: "L-25", text: "It may be killed at any moment: the next process starts with the current state."),
            seconds: 3,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                try fixture.kill()
                try fixture.join()
                try fixture.continueDrive(after: "its restart")
                return "started with the current state"
            }),
    ]
}

extension CaseFixture {
    /// Ends the bus, and starts it again after a moment; waits until the control has joined again.
    func restartBus(asAnotherRun: Bool) throws(CaseEnding) {
        let hellos = bus.received.hellos.count
        bus.close()
        try rest(0.4)
        try bus.reopen(asAnotherRun: asAnotherRun)
        let topics = bus.received.hellos.last?.topics ?? []
        try wait(CaseTimeouts.reaction, toSee: "subscribe again after the bus has returned") {
            topics.allSatisfy(bus.received.receives)
        }
        guard traits.hasHeartbeat else { return }
        try wait(
            CaseTimeouts.reaction, toSee: "say hello again after the bus has returned, because it sends heartbeats"
        ) {
            bus.received.hellos.count > hellos
        }
    }
}
