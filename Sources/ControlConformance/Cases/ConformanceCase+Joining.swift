import EventBus
import EventCodec
import Glibc
import NavigationControl
import NavigationEvents
import Platform
import ZeroMQ

extension ConformanceCase {
    /// From the start of the process to its first event.
    static let joining: [ConformanceCase] = [
        ConformanceCase(
            name: "hello",
            clause: Clause(
                rule: "L-6",
                text: "It sends its hello within 5 s, with the id of its manifest and version 1 of the contract."),
            scenario: { fixture throws(CaseEnding) in
                try fixture.bus.open()
                try fixture.start()
                try fixture.awaitHello(CaseTimeouts.firstHello)
                try fixture.checkHello()
                return "said hello as \"\(fixture.bus.received.hellos[0].control)\""
            }),
        ConformanceCase(
            name: "drive",
            clause: Clause(rule: "L-11", text: "It handles all events of a navigation without a failure."),
            seconds: 4,
            scenario: { fixture throws(CaseEnding) in
                try fixture.join()
                try fixture.wholeDrive()
                if let failure = fixture.bus.received.failures.first {
                    throw .failed("on a plain drive nothing should fail, but it reported: \(failure)")
                }
                return "completed a short drive"
            }),
        ConformanceCase(
            name: "session",
            clause: Clause(rule: "L-1", text: "It follows the session that NAVBUS_SESSION names."),
            scenario: { fixture throws(CaseEnding) in
                try fixture.bus.open()
                try fixture.start(["NAVBUS_SESSION": "exam-7"])
                try fixture.awaitHello()
                let session = fixture.bus.received.hellos[0].session.name
                guard session == "exam-7" else {
                    throw .failed(
                        "with NAVBUS_SESSION=exam-7 it should say hello for that session, but did for \"\(session)\"")
                }
                return "followed NAVBUS_SESSION"
            }),
        ConformanceCase(
            name: "subscriptions",
            clause: Clause(
                rule: "W-5", text: "It subscribes to <topic>/, with the slash, for each topic that its hello names."),
            scenario: { fixture throws(CaseEnding) in
                try fixture.join()
                try fixture.checkSubscriptions()
                return "subscribed to \(fixture.bus.received.hellos[0].topics.map(\.rawValue).joined(separator: ", "))"
            }),
        ConformanceCase(
            name: "ready",
            clause: Clause(rule: "L-6", text: "It becomes ready and reports no failure."),
            scenario: { fixture throws(CaseEnding) in
                try fixture.join()
                try fixture.rest(0.5)
                if let failure = fixture.bus.received.failures.first {
                    throw .failed("it should become ready, but reported: \(failure)")
                }
                return fixture.bus.received.reports.contains { $0.kind == .ready }
                    ? "reported that it is ready" : "joined"
            }),
        ConformanceCase(
            name: "late-join",
            clause: Clause(
                rule: "J-14",
                text: "It joins during a drive with the snapshot, and ignores events that the snapshot covers."),
            seconds: 2,
            scenario: { fixture throws(CaseEnding) in
                try fixture.beginNavigation()
                let first = fixture.newCue()
                for _ in 0..<5 {
                    fixture.simulation.advance(seconds: 0.25)
                    try fixture.publish(first)
                }
                let old = fixture.newCue()
                try fixture.join()
                try fixture.repeatOldEvent(old)
                try fixture.continueDrive(after: "a late join")
                try fixture.requireNotRendered(old, because: "in an event that its snapshot covers")
                return "joined during a drive"
            }),
        ConformanceCase(
            name: "other-session",
            clause: Clause(
                rule: "W-6",
                text: "Topics match by prefix: events of a session with a longer name are ignored."),
            seconds: 2,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                let foreign = fixture.newCue()
                try fixture.publishOtherSession(foreign)
                try fixture.continueDrive(after: "events of the session \"main-2\"")
                try fixture.requireNotRendered(foreign, because: "of another session")
                return "ignored events of another session"
            }),
    ]
}

extension CaseFixture {
    fileprivate func checkHello() throws(CaseEnding) {
        let hello = bus.received.hellos[0]
        if let manifest = subject.manifest, hello.control != manifest.id {
            throw .failed(
                "its hello should name the id of its manifest, \"\(manifest.id)\", but names \"\(hello.control)\"")
        }
        guard !hello.control.isEmpty else {
            throw .failed(
                "its hello should name the control, but Hello.control is empty, as for an observer")
        }
        guard hello.contractVersion == Hello.currentContractVersion else {
            throw .failed(
                "its hello should have the contract version \(Hello.currentContractVersion), but has "
                    + "\(hello.contractVersion)"
            )
        }
        if let manifest = subject.manifest { try checkTopics(of: hello, manifest) }
        if hello.acceptsCommands, !hello.topics.contains(.onCommand) {
            throw .failed("its hello has takes_commands, so onCommand should be among its topics, but is not")
        }
        if hello.processID != 0, process?.started.contains(hello.processID) == false {
            throw .failed(
                "its hello should name its own process, but process \(hello.processID) is not one of its processes")
        }
    }

    /// The other four topics are in the hello of every control that uses a kit.
    private static let optionalTopics: [Topic] = [.onCommand, .onControl, .onHeading]

    private func checkTopics(of hello: Hello, _ manifest: ControlManifest) throws(CaseEnding) {
        for topic in manifest.topics where !hello.topics.contains(topic) {
            throw .failed("its hello should name the topics of its manifest, but \(topic.rawValue) is missing")
        }
        for topic in Self.optionalTopics where hello.topics.contains(topic) && !manifest.topics.contains(topic) {
            throw .failed(
                "its manifest should name the topics that it uses, but \(topic.rawValue), which its hello names, is missing"
            )
        }
    }

    fileprivate func checkSubscriptions() throws(CaseEnding) {
        for subscription in bus.received.everSubscribed.sorted() {
            // Subscriptions with a ~ are for the snapshot and the heartbeat.
            guard let topic = Topic.allCases.first(where: { "\($0.rawValue)/".hasPrefix(subscription) }),
                !subscription.hasSuffix("/")
            else { continue }
            throw .failed(
                "it should subscribe to \"\(topic.rawValue)/main\", with the slash and the session, but subscribed to "
                    + "\"\(subscription)\", which also matches other topics")
        }
        for topic in bus.received.hellos[0].topics where !bus.receives(topic) {
            throw .failed("it should subscribe to \"\(topic.rawValue)/main\", which its hello names, but did not")
        }
    }

    /// A short drive from its start to its end, with cues, lanes and headings.
    fileprivate func wholeDrive() throws(CaseEnding) {
        try bus.publish(.command(ControlCommand()))
        try beginNavigation()
        bus.received.showsState = try waitUntil(CaseTimeouts.state) { !bus.received.openEffects.isEmpty }
        for stage in [CueStage.prepare, .now, .prepare, .now] {
            if stage == .prepare { simulation.pass() }
            simulation.advance()
            let cue = simulation.cue(stage)
            try drive(6, cue)
            try bus.publish(.heading(Heading(time: simulation.time, degrees: 12, source: "exam")))
            _ = try waitUntil(0.75) { !bus.received.begun(cue.reference).isEmpty }
        }
        try bus.publish(.navigation(simulation.info().stopped), tick: simulation.ticks)
        try bus.publish(.navigationStopped(.requested))
        try bus.publish(.gps(simulation.fix))
        try rest(0.5)
    }

    /// Sends an event that is older than the snapshot, with a cue that was never published.
    fileprivate func repeatOldEvent(_ cue: Cue) throws(CaseEnding) {
        let old = Envelope(
            run: bus.run, sequence: 2, topicSequence: 1, session: .main,
            monotonicNanoseconds: MonotonicInstant.now.nanoseconds,
            publishedAt: .now, tick: 1, event: .navigation(simulation.info(cue)))
        try bus.send([bus.topicBytes(.onNavigation), old.wireBytes()])
    }

    fileprivate func publishOtherSession(_ cue: Cue) throws(CaseEnding) {
        guard let session = Session("main-2") else { return }
        for sequence in 1...3 as ClosedRange<UInt64> {
            let envelope = Envelope(
                run: bus.run, sequence: 1000 + sequence, topicSequence: 500 + sequence, session: session,
                monotonicNanoseconds: MonotonicInstant.now.nanoseconds, publishedAt: .now, tick: sequence,
                event: .navigation(simulation.info(cue)))
            try bus.send([Array(Topic.onNavigation.wireName(session: session).utf8), envelope.wireBytes()])
        }
    }
}
