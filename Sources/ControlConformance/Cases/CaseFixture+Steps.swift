import Glibc
import NavigationEvents
import Platform
import ZeroMQ

extension CaseFixture {
    /// Starts the control with a running bus, and waits until it has joined.
    func join(_ variables: [String: String] = [:]) throws(CaseEnding) {
        if bus.sockets.isEmpty { try bus.open() }
        let hellos = bus.received.hellos.count
        try start(variables)
        try awaitHello(after: hellos)
        try awaitSubscriptions()
        // It sends its first messages after the snapshot.
        let count = bus.received.heartbeats.count + bus.received.everyReport.count
        _ = try waitUntil(0.5) { bus.received.heartbeats.count + bus.received.everyReport.count > count }
    }

    /// A user that is neither root nor one who runs programs.
    static let otherUser: uid_t = 65534

    /// Changes the owner of the folder and the sockets of the bus.
    func giveBus(to user: uid_t) throws(CaseEnding) {
        for path in [folder + "/requests", folder + "/events", folder] {
            guard chown(path, user, gid_t.max) == 0 else {
                throw .broken("give \(path) to another user: \(systemReason())")
            }
        }
    }

    func awaitHello(_ seconds: Double = CaseTimeouts.hello, after count: Int = 0) throws(CaseEnding) {
        try wait(seconds, toSee: "say hello at NAVBUS_ENDPOINT") { bus.received.hellos.count > count }
    }

    /// Waits until the subscriptions cover the topics of the hello.
    func awaitSubscriptions() throws(CaseEnding) {
        let topics = bus.received.hellos.last?.topics ?? []
        let isSubscribed = { [bus] in
            topics.allSatisfy(bus.receives)
                && (topics.isEmpty == false || bus.received.subscriptions.isEmpty == false)
        }
        guard try !waitUntil(CaseTimeouts.reaction, until: isSubscribed) else { return }
        let absent = topics.filter { !bus.receives($0) }.map { "\($0.rawValue)/main" }
        throw .failed(
            "within \(forPeople(CaseTimeouts.reaction)) of its hello it should subscribe to the topics in it; missing: "
                + absent.joined(separator: ", "))
    }

    /// Starts the control, and begins a navigation.
    func joinDrive() throws(CaseEnding) {
        try join()
        try beginNavigation()
        try drive(4)
    }

    /// Publishes a new cue until its effect begins, if this control reports effects; otherwise drives on, and requires
    /// that the control lives.
    @discardableResult
    func continueDrive(after situation: String) throws(CaseEnding) -> Cue {
        let cue = newCue()
        guard traits.rendersCues else {
            try drive(8, cue)
            return cue
        }
        let deadline = deadline(CaseTimeouts.reaction)
        while bus.received.begun(cue.reference).isEmpty {
            guard !deadline.hasPassed else {
                throw .failed(
                    "after \(situation) it should continue: within \(forPeople(CaseTimeouts.reaction)) it should report "
                        + "that it renders a new cue, as it does on a plain drive, but did not")
            }
            simulation.advance(seconds: 0.25)
            try publish(cue)
            _ = try waitUntil(0.25) { !bus.received.begun(cue.reference).isEmpty }
        }
        return cue
    }

    /// Fails if the control rendered a cue that it should not render.
    func requireNotRendered(_ cue: Cue, because reason: String) throws(CaseEnding) {
        guard let report = bus.received.begun(cue.reference).first else { return }
        throw .failed("it should not render a cue \(reason), but reported that \"\(report.text)\" began")
    }

    /// Fails if a control that has sent heartbeats sends no further one.
    func requireHeartbeat(after situation: String) throws(CaseEnding) {
        guard traits.hasHeartbeat else { return }
        let count = bus.received.heartbeats.count
        try wait(CaseTimeouts.heartbeat, toSee: "send heartbeats again after \(situation)") {
            bus.received.heartbeats.count > count
        }
    }

    /// Waits for the end of the process; fails if it takes too long or has another exit code.
    ///
    /// - Parameter bySignal: Whether SIGTERM may have ended it, if it reports no effects: then it has no device to close.
    func awaitEnd(
        _ seconds: Double = CaseTimeouts.ending, after situation: String, codes: [Int32] = [0],
        bySignal: Bool = false
    ) throws(CaseEnding) {
        let wanted = codes.map(String.init).joined(separator: " or ")
        guard let ending = try waitForEnd(seconds) else {
            throw .failed(
                "within \(forPeople(seconds)) of \(situation) it should end with exit code \(wanted), but continues")
        }
        var allowed = codes.map(TestedProcessEnding.exited)
        // A shell ends with this code if the signal has ended its last program.
        if bySignal, !traits.reportsEffects { allowed += [.signaled(SIGTERM), .exited(128 + SIGTERM)] }
        guard allowed.contains(ending) else {
            throw .failed("after \(situation) it should end with exit code \(wanted), but it \(ending)")
        }
    }

    /// Fails unless standard error explains the problem in a sentence.
    func requireSentence(_ about: String, naming words: [String] = []) throws(CaseEnding) {
        process?.readOutput()
        let text = String(decoding: process?.errors ?? [], as: UTF8.self)
        for trace in ["Traceback (most recent call last)", "Fatal error:", "panicked at", "Segmentation fault"]
        where text.contains(trace) {
            throw .failed(
                "it should report on standard error \(about), in a sentence, but printed a trace: \"\(trace)\"")
        }
        let lines = text.split(separator: "\n")
        guard lines.contains(where: { $0.split(separator: " ").count >= 3 }) else {
            throw .failed("it should report on standard error \(about), in a sentence, but did not")
        }
        let said = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        for word in words where !said.contains(word) {
            throw .failed("it should report on standard error \(about), but its message does not contain \"\(word)\"")
        }
    }
}
