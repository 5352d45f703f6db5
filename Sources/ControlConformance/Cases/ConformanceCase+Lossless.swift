import EventBus
import NavigationControl
import NavigationEvents

extension ConformanceCase {
    /// Every event. The requests show which events a control fetches; its heartbeats or the effects of a cue in a lost
    /// event show that they were delivered.
    static let lossless: [ConformanceCase] = [
        ConformanceCase(
            name: "lost-events",
            clause: Clause(rule: "J-19", text: "It requests the missing events of each of its topics."),
            grade: .lossless, seconds: 3,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                let loss = try fixture.loseEvents()
                try fixture.drive(4)
                try fixture.requireRepaired(loss)
                return "fetched \(loss.events.count) missing events"
            }),
        ConformanceCase(
            name: "lost-at-the-end",
            clause: Clause(rule: "J-17", text: "A heartbeat of the bus shows that the last events are missing."),
            grade: .lossless, seconds: 3,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                let loss = try fixture.loseEvents()
                try fixture.requireRepaired(loss)
                return "fetched the last events, which were missing"
            }),
        ConformanceCase(
            name: "lost-request",
            clause: Clause(rule: "J-24", text: "It repeats a request for missing events until it is answered."),
            grade: .lossless, seconds: 4,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                fixture.bus.behaviour.missed = .silence
                let loss = try fixture.loseEvents()
                try fixture.drive(2)
                let first = try fixture.awaitRequest(loss)
                let isRepeated = {
                    fixture.bus.received.missed.count { $0.topic == first.topic && $0.first == first.first } > 1
                }
                guard try fixture.waitUntil(CaseTimeouts.repair, until: isRepeated) else {
                    throw .notDone("it did not repeat its request for missing events, which was not answered")
                }
                fixture.bus.behaviour.missed = .events
                try fixture.requireRepaired(loss)
                return "repeated its request until it was answered"
            }),
        ConformanceCase(
            name: "lost-with-bus",
            clause: Clause(
                rule: "J-26", text: "After a restart of the bus within the run it requests the events that it lacks."),
            grade: .lossless, seconds: 4,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                let loss = try fixture.loseEvents()
                try fixture.restartBus(asAnotherRun: false)
                try fixture.requireRepaired(loss)
                return "fetched the events that it lacked after a restart of the bus"
            }),
        ConformanceCase(
            name: "lost-for-good",
            clause: Clause(
                rule: "J-21",
                text: "If missing events are gone, it takes the present state and reports the number of them."),
            grade: .lossless, seconds: 4,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                fixture.bus.behaviour.missed = .gone
                let loss = try fixture.loseEvents()
                try fixture.drive(2)
                _ = try fixture.awaitRequest(loss)
                try fixture.requireLossReported(loss)
                fixture.bus.behaviour.missed = .events
                try fixture.continueDrive(after: "a loss that cannot be repaired")
                return "took the present state, and reported the loss"
            }),
    ]
}

/// Events that a control has missed, and the state before.
private struct Loss {
    var events: [Envelope] = []
    /// A cue that only these events contain.
    var cue: Cue
    /// Counts of the newest heartbeat before the loss.
    var repaired: UInt64 = 0
    var missed: UInt64 = 0
    var requests = 0
    var snapshotRequests = 0
}

extension CaseFixture {
    private static let lostFixCount = 5

    /// Publishes events that do not arrive, with a cue of their own.
    fileprivate func loseEvents() throws(CaseEnding) -> Loss {
        // The counts before the loss are those of a heartbeat, the first one of which follows the snapshot.
        if traits.hasHeartbeat {
            _ = try driveSlowly(CaseTimeouts.reaction) { !bus.received.heartbeats.isEmpty }
        }
        let topics = Set(bus.received.hellos.last?.topics ?? [])
        var loss = Loss(cue: newCue())
        let vitals = bus.received.heartbeats.last?.vitals
        (loss.repaired, loss.missed) = (vitals?.repaired ?? 0, vitals?.missed ?? 0)
        (loss.requests, loss.snapshotRequests) = (bus.received.missed.count, bus.received.snapshotRequests)
        for _ in 0..<Self.lostFixCount {
            simulation.advance(seconds: 0.25)
            loss.events += try publish(loss.cue, isLost: true).filter { topics.contains($0.event.topic) }
        }
        guard loss.events.isEmpty else { return loss }
        throw .notAsked("it receives neither onGPS nor onNavigation")
    }

    /// Waits for the first request for missing events, and returns it.
    fileprivate func awaitRequest(_ loss: Loss) throws(CaseEnding) -> MissedEvents {
        _ = try waitUntil(CaseTimeouts.repair) { bus.received.missed.count > loss.requests }
        guard let request = bus.received.missed.dropFirst(loss.requests).first else {
            throw .notDone("it did not request \(loss.events.count) missing events")
        }
        return request
    }

    /// Requires that all lost events are requested, and that the control shows that it has them.
    fileprivate func requireRepaired(_ loss: Loss) throws(CaseEnding) {
        _ = try awaitRequest(loss)
        _ = try waitUntil(CaseTimeouts.reaction) { unrequested(loss) == nil }
        if let event = unrequested(loss) {
            throw .failed(
                "it should request each missing event, but did not request event \(event.topicSequence) of "
                    + event.event.topic.rawValue)
        }
        let isDelivered = { [bus] in
            let repaired = bus.received.heartbeats.last?.vitals.repaired ?? 0
            return repaired >= loss.repaired + UInt64(loss.events.count)
                || !bus.received.begun(loss.cue.reference).isEmpty
        }
        guard try !waitUntil(CaseTimeouts.repair, until: isDelivered) else { return }
        throw .notDone(
            "it requested the missing events, but neither ControlVitals.repaired in its heartbeats nor the effect of a cue "
                + "in one of them shows that they were delivered")
    }

    private func unrequested(_ loss: Loss) -> Envelope? {
        let requests = bus.received.missed.dropFirst(loss.requests)
        return loss.events.first { event in
            !requests.contains {
                $0.topic == event.event.topic && $0.first <= event.topicSequence && event.topicSequence <= $0.last
            }
        }
    }

    /// Requires another snapshot, and the number of lost events in a heartbeat or a report.
    fileprivate func requireLossReported(_ loss: Loss) throws(CaseEnding) {
        let reports = bus.received.reports.count
        try wait(
            CaseTimeouts.reaction,
            toSee: "take the present state from a new snapshot after an irreparable loss"
        ) { bus.received.snapshotRequests > loss.snapshotRequests }
        let isReported = { [bus] in
            (bus.received.heartbeats.last?.vitals.missed ?? 0) > loss.missed
                || bus.received.reports.dropFirst(reports).contains { [.warning, .note].contains($0.kind) }
        }
        guard try !waitUntil(CaseTimeouts.repair, until: isReported) else { return }
        throw .notDone(
            "neither ControlVitals.missed in its heartbeats nor a warning reports the \(loss.events.count) lost events")
    }
}
