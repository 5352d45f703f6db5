import NavigationEvents
import Platform
import ZeroMQ

extension ExamCase {
    /// The events of a drive.
    static let events: [ExamCase] = [
        ExamCase(
            name: "heartbeat",
            clause: Clause(
                rule: "L-9",
                text: "After its first heartbeat it sends one each second; after 3 s without one it counts as hung."),
            seconds: 8, isNotAsked: needsHeartbeat,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                try bench.judgeHeartbeats()
                return "\(bench.bus.heard.heartbeats.count) heartbeats"
            }),
        ExamCase(
            name: "once-only",
            clause: Clause(rule: "L-16", text: "A cue is rendered once for each identity and stage."),
            seconds: 3, isNotAsked: needsCues,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                let cue = try bench.goOn(after: "the start")
                try bench.drive(20, cue)
                try bench.rest(0.5)
                var counts: [String: Int] = [:]
                for report in bench.bus.heard.begun(cue.reference) { counts[report.effect, default: 0] += 1 }
                if let twice = counts.first(where: { $0.value > 1 }) {
                    throw .failed(
                        "a cue that is in many events should be rendered once, but \(twice.value) "
                            + "effects \"\(twice.key)\" began for it")
                }
                return "rendered a cue of many events once"
            }),
        ExamCase(
            name: "stale-cue",
            clause: Clause(
                rule: "L-12", text: "A cue that is no longer valid when its event arrives is not rendered."),
            seconds: 2, isNotAsked: needsCues,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                var stale = bench.newCue()
                stale.dueAt.nanosecondsSinceEpoch -= 60_000_000_000
                stale.validForSeconds = 5
                try bench.drive(5, stale)
                try bench.goOn(after: "a stale cue")
                try bench.requireNotRendered(stale, because: "that was valid for 5 s and is a minute old")
                return "did not render a stale cue"
            }),
        ExamCase(
            name: "off-route",
            clause: Clause(
                rule: "N-2",
                text: "While the position is off route there is no current step, until there is another route."),
            seconds: 2,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                try bench.leaveRoute()
                try bench.goOn(after: "the route was left and replaced")
                try bench.requireHeartbeat(after: "the route was left and replaced")
                return "continued after the route was left and replaced"
            }),
        ExamCase(
            name: "gap",
            clause: Clause(
                rule: "J-19",
                text: "A gap in the numbers is a loss: the missing events may be requested, and the stream continues."),
            seconds: 3,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                for _ in 0..<5 {
                    bench.road.advance(seconds: 0.25)
                    try bench.publish(isLost: true)
                }
                try bench.drive(4)
                try bench.goOn(after: "a gap in the numbers")
                for missed in bench.bus.heard.missed where missed.first > missed.last {
                    throw .failed(
                        "it should request missing events from the first to the last, but requested "
                            + "\(missed.first) to \(missed.last) of \(missed.topic.rawValue)")
                }
                return bench.bus.heard.missed.isEmpty ? "continued after a gap" : "requested the missing events"
            }),
        ExamCase(
            name: "burst",
            clause: Clause(rule: "L-13", text: "It continues after 1,000 events at once."),
            seconds: 3,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                for _ in 0..<500 {
                    bench.road.advance(seconds: 0.25)
                    try bench.publish()
                }
                try bench.goOn(after: "1,000 events at once")
                try bench.requireHeartbeat(after: "1,000 events at once")
                return "continued after 1,000 events at once"
            }),
        ExamCase(
            name: "silence",
            clause: Clause(rule: "L-13", text: "It continues after several seconds without messages."),
            seconds: 7,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                bench.bus.manners.beats = false
                try bench.rest(6)
                bench.bus.manners.beats = true
                try bench.requireHeartbeat(after: "6 s without messages")
                try bench.goOn(after: "6 s without messages")
                return "continued after 6 s without messages"
            }),
        ExamCase(
            name: "commands",
            clause: Clause(
                rule: "P-2",
                text: "If it accepts commands, it handles those that concern it and ignores the others."),
            seconds: 2,
            isNotAsked: { traits, _ in
                traits.takesCommands ? nil : "its hello does not declare that it accepts commands"
            },
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                try bench.askForEverything()
                try bench.goOn(after: "commands")
                try bench.requireHeartbeat(after: "commands")
                return "handled every command"
            }),
    ]
}

extension Bench {
    /// Leaves the route, fails to find another one, stops, and continues on another route.
    fileprivate func leaveRoute() throws(CaseEnding) {
        let request = RouteRequest(
            number: 1, position: road.fix.position, horizontalAccuracyMeters: 4,
            stopovers: [Coordinate(latitudeDegrees: 49.5, longitudeDegrees: 8.7)])
        for rerouting in [
            Rerouting(), Rerouting(attempts: 1, request: request), Rerouting(attempts: 2, failure: "there is no way"),
        ] {
            road.advance(seconds: 0.25)
            try bus.publish(.gps(road.fix), tick: road.ticks)
            try bus.publish(.navigation(road.offRoute(rerouting)), tick: road.ticks)
            try rest(0.05)
        }
        for state in [NavigationState.stopped, .unknown] {
            try bus.publish(.navigation(NavigationInfo(state: state, fix: road.fix)), tick: road.ticks)
            try rest(0.05)
        }
        road = Road(routeID: "exam-2", cues: road.cues)
        try beginNavigation()
    }

    fileprivate func judgeHeartbeats() throws(CaseEnding) {
        try wait(Patience.reaction, toSee: "send a heartbeat") { !bus.heard.heartbeats.isEmpty }
        let from = MonotonicInstant.now.nanoseconds
        let patience = UInt64(Patience.heartbeat * 1e9)
        while MonotonicInstant.now.nanoseconds < from + patience + 500_000_000 {
            try drive(5)
            guard let last = bus.heard.heartbeats.last, MonotonicInstant.now.nanoseconds < last.at + patience else {
                throw .failed(
                    "it should send a heartbeat each second after the first one, but sent none for "
                        + forPeople(Patience.heartbeat))
            }
        }
        try requireUsualPause()
        let control = bus.heard.hellos.first?.control ?? ""
        for heartbeat in bus.heard.heartbeats where heartbeat.vitals.control != control {
            throw .failed(
                "its heartbeats should name \"\(control)\", as its hello does, but name \"\(heartbeat.vitals.control)\""
            )
        }
    }

    /// Only the median counts, because a machine may pause now and then.
    private func requireUsualPause() throws(CaseEnding) {
        let times = bus.heard.heartbeats.map { Double($0.at) / 1e9 }
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        guard !pauses.isEmpty, pauses[pauses.count / 2] > Patience.usualHeartbeat else { return }
        throw .failed(
            "it should send a heartbeat each second, but usually waits "
                + "\((pauses[pauses.count / 2] * 10).rounded() / 10) s between two heartbeats")
    }

    fileprivate func askForEverything() throws(CaseEnding) {
        var state = ControlCommand()
        let actions: [ControlAction] = [
            .mute(true), .mute(false), .verbosity(.alerts), .verbosity(.all), .repeatAnnouncement, .calibrate,
            .say(SpokenText(text: "Hello.")), .playback(.pause), .playback(.continue), .playback(.stopNow),
            .turnPage(.next),
        ]
        for action in actions {
            state = state.followed(by: action)
            try bus.publish(.command(state))
            try rest(0.05)
        }
        try bus.publish(.command(state.state))
        try rest(0.2)
    }
}
