import EventBus
import EventCodec
import Glibc
import NavigationControl
import NavigationEvents
import Platform
import Supervisor
import ZeroMQ

/// The fixture of a case: the process of the control, the fake bus, and the simulated drive. Used on one thread.
final class CaseFixture {
    let subject: TestedControl
    let traits: Traits
    /// The folder of this case, which contains the sockets.
    let folder: String
    let bus: FakeBus
    private(set) var process: TestedProcess?
    var simulation = TestDrive()
    /// The cues that were published.
    private(set) var cues: Set<CueReference> = []

    init(_ subject: TestedControl, _ traits: Traits, folder: String, offersMemory: Bool) throws(CaseEnding) {
        self.subject = subject
        self.traits = traits
        self.folder = folder
        for name in ["", "/work", "/state", "/tmp"] {
            guard mkdir(folder + name, 0o700) == 0 else { throw .broken("make \(folder + name): \(systemReason())") }
        }
        bus = try FakeBus(folder: folder, settings: subject.settings, offersMemory: offersMemory)
    }

    // MARK: - Process

    /// Starts the control.
    func start(_ variables: [String: String] = [:]) throws(CaseEnding) {
        process?.kill()
        let own = [
            "NAVBUS_ENDPOINT": bus.endpoints.requests, "NAVBUS_SESSION": Session.main.name,
            "NAVBUS_STATE": folder + "/state", "NAVBUS_WAIT": "30", "TMPDIR": folder + "/tmp",
        ]
        let plan = LaunchPlan(
            control: subject.name, executable: subject.executable, arguments: subject.arguments,
            environment: own.merging(variables) { $1 }, limits: subject.manifest?.limits ?? ResourceLimits())
        process = try TestedProcess(plan, variables: Self.inherited, folder: folder + "/work")
    }

    /// The environment of the test, without the variables of navbus.
    static let inherited: [String: String] = {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let halves = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if halves.count == 2, !halves[0].hasPrefix("NAVBUS_") { variables[String(halves[0])] = String(halves[1]) }
            entry = entry.advanced(by: 1)
        }
        return variables
    }()

    var ending: TestedProcessEnding? { process?.ending }

    func signal(_ number: Int32) { process?.signal(number) }

    /// Ends the control, with a moment for it to close its device.
    func clear() {
        guard let process, process.ending == nil else { return }
        process.isRead = true
        process.signal(SIGTERM)
        // The outcome of this does not count.
        _ = try? waitForEnd(1)
    }

    /// Kills the control and its children, and waits until the bus has noticed.
    func kill() throws(CaseEnding) {
        process?.kill()
        let end = MonotonicInstant.now.nanoseconds + 1_000_000_000
        while !bus.received.subscriptions.isEmpty, MonotonicInstant.now.nanoseconds < end { try pump() }
    }

    // MARK: - Time

    /// Runs the bus and reads the output of the control for a moment.
    func pump(milliseconds: Int = 10) throws(CaseEnding) {
        if Task.isCancelled { throw .broken("continue: it was interrupted") }
        var polled = PollSet()
        for socket in bus.sockets { polled.add(socket) }
        if let descriptor = bus.descriptor { polled.add(descriptor: descriptor) }
        for descriptor in process?.descriptors ?? [] { polled.add(descriptor: descriptor) }
        try callZeroMQ { () throws(ZeroMQError) in
            // An empty set would be an error.
            if polled.count == 0 {
                usleep(UInt32(milliseconds) * 1000)
            } else {
                try polled.wait(milliseconds: milliseconds)
            }
        }
        process?.readOutput()
        try bus.serve()
        try bus.sendHeartbeatIfDue()
    }

    /// Waits until a condition holds, and fails if it does not in time; `expected` completes "it should …".
    func wait(_ seconds: Double, toSee expected: String, until holds: () -> Bool) throws(CaseEnding) {
        if try !waitUntil(seconds, until: holds) {
            throw .failed("within \(forPeople(seconds)) it should \(expected), but did not")
        }
    }

    /// The end of a wait for the control that begins now.
    func deadline(_ seconds: Double) -> CaseDeadline { CaseDeadline(seconds: seconds, isExcused: true) }

    /// Waits until a condition holds; `false` if it does not in time. Fails if the control ends.
    func waitUntil(_ seconds: Double, until holds: () -> Bool) throws(CaseEnding) -> Bool {
        let deadline = deadline(seconds)
        while !holds() {
            try requireAlive()
            guard !deadline.hasPassed else { return false }
            try pump()
        }
        return true
    }

    /// Waits until the control ends; `nil` if it does not in time.
    func waitForEnd(_ seconds: Double) throws(CaseEnding) -> TestedProcessEnding? {
        let deadline = deadline(seconds)
        while ending == nil, !deadline.hasPassed { try pump() }
        try pump(milliseconds: 0)
        return ending
    }

    /// Waits for a time. Fails if the control ends.
    func rest(_ seconds: Double) throws(CaseEnding) {
        let deadline = CaseDeadline(seconds: seconds, isExcused: false)
        while !deadline.hasPassed {
            try requireAlive()
            try pump()
        }
        try requireAlive()
    }

    func requireAlive() throws(CaseEnding) {
        guard let ending else { return }
        process?.readOutput()
        throw .failed("it should continue, but it \(ending)")
    }

    // MARK: - Drive

    /// Publishes a fix and the guidance for it.
    @discardableResult
    func publish(_ cue: Cue? = nil, isLost: Bool = false) throws(CaseEnding) -> [Envelope] {
        if let cue { cues.insert(cue.reference) }
        return [
            try bus.publish(.gps(simulation.fix), tick: simulation.ticks, isLost: isLost),
            try bus.publish(.navigation(simulation.info(cue)), tick: simulation.ticks, isLost: isLost),
        ]
    }

    /// Drives on at little speed, with four fixes a second, until a condition holds; `false` if it does not in time.
    func driveSlowly(_ seconds: Double, _ cue: Cue? = nil, until holds: () -> Bool) throws(CaseEnding) -> Bool {
        let deadline = deadline(seconds)
        while !holds() {
            guard !deadline.hasPassed else { return false }
            simulation.advance(seconds: 0.05)
            try publish(cue)
            _ = try waitUntil(0.25, until: holds)
        }
        return true
    }

    /// Drives on for a number of fixes, a few hundredths of a second each.
    func drive(_ count: Int, _ cue: Cue? = nil) throws(CaseEnding) {
        for _ in 0..<count {
            simulation.advance(seconds: 0.25)
            try publish(cue)
            try rest(0.02)
        }
    }

    /// A new cue for the next turn.
    func newCue(_ stage: CueStage = .now) -> Cue {
        simulation.pass()
        simulation.advance()
        return simulation.cue(stage)
    }

    /// Begins a navigation.
    func beginNavigation() throws(CaseEnding) {
        try bus.publish(.gps(simulation.fix))
        try bus.publish(.navigationStarted(simulation.route))
        try publish()
    }
}

/// A number of seconds, as text.
func forPeople(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
}
