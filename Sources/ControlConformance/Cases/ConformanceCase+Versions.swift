import Glibc
import NavigationEvents

extension ConformanceCase {
    /// The messages of a later version.
    static let versions: [ConformanceCase] = [
        ConformanceCase(
            name: "unknown-topic",
            clause: Clause(rule: "W-6", text: "An unknown topic is ignored, and is not a loss."),
            seconds: 2,
            scenario: { fixture throws(CaseEnding) in
                fixture.bus.behaviour.laterTopics = ["onWeather", "onNavigationLanes"]
                try fixture.joinDrive()
                // The last two have a prefix to which the control has subscribed.
                try fixture.publishUnknownEvents(
                    "unknown topics",
                    on: [
                        ("onWeather", "onWeather/main"), ("onNavigationLanes", "onNavigationLanes/main"),
                        ("onNavigationLanes", "onNavigation/main/lanes"), ("onWeather", "onGPS/main/raw"),
                    ])
                return "ignored topics of a later version"
            }),
        ConformanceCase(
            name: "unknown-fields",
            clause: Clause(rule: "V-2", text: "Unknown fields are skipped, at every level."),
            seconds: 2,
            scenario: { fixture throws(CaseEnding) in
                try fixture.join()
                try fixture.publishEdited(WireEdits.unknownFields)
                try fixture.continueDrive(after: "unknown fields")
                return "skipped fields of a later version"
            }),
        ConformanceCase(
            name: "unknown-values",
            clause: Clause(
                rule: "W-16", text: "An unknown number of an enumeration reads as its member 0, which is neutral."),
            seconds: 2,
            scenario: { fixture throws(CaseEnding) in
                try fixture.join()
                try fixture.publishEdited(WireEdits.values)
                try fixture.continueDrive(after: "unknown values")
                return "read values of a later version as neutral ones"
            }),
        ConformanceCase(
            name: "unknown-event",
            clause: Clause(
                rule: "W-11",
                text: "An envelope with an unknown event is ignored, and its numbers count."),
            seconds: 2,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                try fixture.publishUnknownEvents(
                    "unknown events", on: Topic.allCases.map { ($0.rawValue, $0.wireName(session: .main)) })
                return "ignored an event of a later version"
            }),
        ConformanceCase(
            name: "newer-major",
            clause: Clause(
                rule: "V-5",
                text:
                    "If the bus refuses its contract version, it reports both versions and ends with exit code 69."
            ),
            scenario: { fixture throws(CaseEnding) in
                fixture.bus.behaviour.hello = .refusal { hello in
                    RequestError(
                        code: .contractVersion,
                        text:
                            "\(hello.control) speaks version \(hello.contractVersion) of the contract, this bus version 7; "
                            + "update the older of the two")
                }
                try fixture.bus.open()
                try fixture.start()
                try fixture.awaitHello()
                try fixture.awaitEnd(after: "a refusal of its version", codes: [69])
                try fixture.requireSentence("that it was refused, with both versions", naming: ["1", "7"])
                return "reported why a bus of version 7 refused it"
            }),
    ]
}

extension CaseFixture {
    /// Publishes events of a later version. They are no loss, so the control must request nothing.
    fileprivate func publishUnknownEvents(_ situation: String, on topics: [(topic: String, name: String)])
        throws(CaseEnding)
    {
        let (questions, snapshots) = (bus.received.missed.count, snapshotsAsked)
        for _ in 0..<3 {
            for (topic, name) in topics { try bus.publishUnknown(of: topic, on: name) }
            try drive(2)
        }
        // A heartbeat of the bus has the newest numbers.
        try rest(1.2)
        try continueDrive(after: situation)
        guard let missed = bus.received.missed.dropFirst(questions).first else {
            guard snapshotsAsked > snapshots else { return }
            throw .failed(
                "after \(situation), whose numbers count, no event is missing, but it requested a new snapshot")
        }
        throw .failed(
            "after \(situation), whose numbers count, no event is missing, but it requested \(missed.first) to "
                + "\(missed.last) of \(missed.topic.rawValue)")
    }

    private var snapshotsAsked: Int { bus.received.everSubscribed.count { $0.hasPrefix("~snap/") } }

    /// A short drive, whose events are published once with each edit.
    fileprivate func publishEdited(_ edits: [WireEdit]) throws(CaseEnding) {
        for edit in edits {
            simulation.advance(seconds: 0.25)
            var cue = simulation.cue()
            cue.identity += 1 << 32
            try bus.publish(.gps(simulation.fix), as: edit.apply)
            try bus.publish(.navigationStarted(simulation.route), as: edit.apply)
            try bus.publish(.navigation(simulation.info(cue)), as: edit.apply)
            try bus.publish(.command(ControlCommand()), as: edit.apply)
            try bus.publish(.control(ControlReport(control: "navbus", kind: .note, text: "exam")), as: edit.apply)
            try bus.publish(.heading(Heading(time: simulation.time, degrees: 12, source: "exam")), as: edit.apply)
            try rest(0.03)
        }
        // Restores a valid route.
        try bus.publish(.navigationStopped(.requested))
        simulation = TestDrive(routeID: "exam-2")
        try beginNavigation()
        try rest(0.2)
    }
}

/// Edits by the field numbers of `events.proto`; a path that a message does not have changes nothing.
private enum WireEdits {
    /// Fields of a later version, at every level.
    static let unknownFields: [WireEdit] = [
        [], [8], [8, 2], [9], [9, 3], [9, 3, 2], [9, 5], [9, 6], [9, 6, 9], [9, 6, 9, 1], [9, 7], [9, 9], [9, 13],
        [9, 15], [10], [10, 7], [10, 7, 1], [10, 8], [12], [13], [14],
    ].map(WireEdit.unknownFields)

    /// Enumeration values of a later version; the largest ones take ten bytes.
    static let values: [WireEdit] = [
        [8, 13], [9, 1], [9, 4], [9, 6, 2], [9, 6, 8], [9, 6, 15], [9, 6, 16], [9, 6, 18], [9, 6, 9, 1, 1], [9, 15, 2],
        [9, 15, 3], [9, 15, 8], [10, 3], [10, 4], [12, 2], [13, 2],
    ].flatMap { path in
        [WireEdit.number(9999, at: path), WireEdit.number(UInt64(bitPattern: -7), at: path)]
    }
}
