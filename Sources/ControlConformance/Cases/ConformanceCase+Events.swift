import NavigationEvents
import Platform
import ZeroMQ

extension ConformanceCase {
    /// The events of a drive.
    static let events: [ConformanceCase] = [
        ConformanceCase(
            name: "heartbeat",
            clause: Clause(
                rule: "L-9",
                text: "After its first heartbeat it sends one each second; after 3 s without one it counts as hung."),
            seconds: 8, reasonToSkip: needsHeartbeat,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                try fixture.checkHeartbeats()
                return "\(fixture.bus.received.heartbeats.count) heartbeats"
            }),
        ConformanceCase(
            name: "off-route",
            clause: Clause(
                rule: "N-2",
                text: "While the position is off route there is no current step, until there is another route."),
            seconds: 2,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                try fixture.leaveRoute()
                try fixture.continueDrive(after: "the route was left and replaced")
                try fixture.requireHeartbeat(after: "the route was left and replaced")
                return "continued after the route was left and replaced"
            }),
        ConformanceCase(
            name: "gap",
            clause: Clause(
                rule: "J-19",
                text: "A gap in the numbers is a loss: the missing events may be requested, and the stream continues."),
            seconds: 3,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                for _ in 0..<5 {
                    fixture.simulation.advance(seconds: 0.25)
                    try fixture.publish(isLost: true)
                }
                try fixture.drive(4)
                try fixture.continueDrive(after: "a gap in the numbers")
                for missed in fixture.bus.received.missed where missed.first > missed.last {
                    throw .failed(
                        "it should request missing events from the first to the last, but requested "
                            + "\(missed.first) to \(missed.last) of \(missed.topic.rawValue)")
                }
                return fixture.bus.received.missed.isEmpty ? "continued after a gap" : "requested the missing events"
            }),
        ConformanceCase(
            name: "burst",
            clause: Clause(rule: "L-13", text: "It continues after 1,000 events at once."),
            seconds: 3,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                for _ in 0..<500 {
                    fixture.simulation.advance(seconds: 0.25)
                    try fixture.publish()
                }
                try fixture.continueDrive(after: "1,000 events at once")
                try fixture.requireHeartbeat(after: "1,000 events at once")
                return "continued after 1,000 events at once"
            }),
        ConformanceCase(
            name: "silence",
            clause: Clause(rule: "L-13", text: "It continues after several seconds without messages."),
            seconds: 7,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                fixture.bus.behaviour.sendsHeartbeats = false
                try fixture.rest(6)
                fixture.bus.behaviour.sendsHeartbeats = true
                try fixture.requireHeartbeat(after: "6 s without messages")
                try fixture.continueDrive(after: "6 s without messages")
                return "continued after 6 s without messages"
            }),
        ConformanceCase(
            name: "commands",
            clause: Clause(
                rule: "P-2",
                text: "If it accepts commands, it handles those that concern it and ignores the others."),
            seconds: 2,
            reasonToSkip: { traits, _ in
                traits.acceptsCommands ? nil : "its hello does not declare that it accepts commands"
            },
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                try fixture.sendAllCommands()
                try fixture.continueDrive(after: "commands")
                try fixture.requireHeartbeat(after: "commands")
                return "handled every command"
            }),
    ]
}

extension CaseFixture {
    /// Leaves the route, fails to find another one, stops, and continues on another route.
    fileprivate func leaveRoute() throws(CaseEnding) {
        let request = RouteRequest(
            number: 1, position: simulation.fix.position, horizontalAccuracyMeters: 4,
            stopovers: [Coordinate(latitudeDegrees: 49.5, longitudeDegrees: 8.7)])
        for rerouting in [
            Rerouting(), Rerouting(attempts: 1, request: request), Rerouting(attempts: 2, failure: "there is no way"),
        ] {
            simulation.advance(seconds: 0.25)
            try bus.publish(.gps(simulation.fix), tick: simulation.ticks)
            try bus.publish(.navigation(simulation.offRoute(rerouting)), tick: simulation.ticks)
            try rest(0.05)
        }
        for state in [NavigationState.stopped, .unknown] {
            try bus.publish(.navigation(NavigationInfo(state: state, fix: simulation.fix)), tick: simulation.ticks)
            try rest(0.05)
        }
        simulation = TestDrive(routeID: "exam-2", cues: simulation.cues)
        try beginNavigation()
    }

    fileprivate func checkHeartbeats() throws(CaseEnding) {
        try wait(CaseTimeouts.reaction, toSee: "send a heartbeat") { !bus.received.heartbeats.isEmpty }
        let first = bus.received.heartbeats.count
        let observation = CaseDeadline(seconds: CaseTimeouts.heartbeat + 0.5, isExcused: false)
        var (count, next) = (first, deadline(CaseTimeouts.heartbeat))
        while !observation.hasPassed || count == first {
            try drive(5)
            if bus.received.heartbeats.count > count {
                (count, next) = (bus.received.heartbeats.count, deadline(CaseTimeouts.heartbeat))
            }
            guard !next.hasPassed else {
                throw .failed(
                    "it should send a heartbeat each second after the first one, but sent none for "
                        + forPeople(CaseTimeouts.heartbeat))
            }
        }
        try requireUsualPause()
        let control = bus.received.hellos.first?.control ?? ""
        for heartbeat in bus.received.heartbeats where heartbeat.vitals.control != control {
            throw .failed(
                "its heartbeats should name \"\(control)\", as its hello does, but name \"\(heartbeat.vitals.control)\""
            )
        }
    }

    /// Only the median counts, because a machine may pause now and then.
    private func requireUsualPause() throws(CaseEnding) {
        let times = bus.received.heartbeats.map { Double($0.at) / 1e9 }
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        guard !pauses.isEmpty, pauses[pauses.count / 2] > CaseTimeouts.usualHeartbeat else { return }
        throw .failed(
            "it should send a heartbeat each second, but usually waits "
                + "\((pauses[pauses.count / 2] * 10).rounded() / 10) s between two heartbeats")
    }

    fileprivate func sendAllCommands() throws(CaseEnding) {
        var state = ControlCommand()
        let actions: [ControlAction] = [
            .mute(true), .mute(false), .verbosity(.alerts), .verbosity(.all), .repeatAnnouncement, .calibrate,
            .say(SpokenText(text: "Hello.")), .playback(.pause), .playback(.continue), .playback(.stopNow),
            .turnPage(.next), .focus(.position),
        ]
        for action in actions {
            state = state.updated(by: action)
            try bus.publish(.command(state))
            try rest(0.05)
        }
        try bus.publish(.command(state.state))
        try rest(0.2)
    }
}
