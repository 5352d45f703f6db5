import EventCodec
import Glibc
import NavigationEvents
import Platform
import ZeroMQ

/// A small control without the kit, which prints each cue as a line and has one chosen fault.
struct BadControl {
    static let id = "bad"

    let fault: Fault
    let endpoint: String
    let session: Session
    let line: BusConnection
    var reports: Reports
    var memory: Memory
    var hello: Hello
    var run: UInt64 = 0
    var busProcess: Int32 = 0
    var seen: UInt64 = 0
    var topicSequences: [Topic: UInt64] = [:]
    var sign: Sign?
    var repair = RepairState()
    var isStuck = false
    /// Whether the process of the bus has changed, so that a hello is due as soon as there is a connection.
    var needsHello = false
    var rendered: Set<CueReference> = []
    var nextHeartbeat: UInt64 = 0
    var heartbeats = 0
    var lastEvent = MonotonicInstant.now.nanoseconds

    init(_ fault: Fault) throws {
        self.fault = fault
        endpoint = Self.variable("NAVBUS_ENDPOINT") ?? "ipc:///run/navbus/requests"
        let name = fault == .ignoresSession ? "main" : Self.variable("NAVBUS_SESSION") ?? "main"
        guard let session = Session(name) else { Ending.leave(64, "bad: NAVBUS_SESSION = \(name) names no session") }
        self.session = session
        guard endpoint.hasPrefix("ipc:///") || endpoint.hasPrefix("tcp://") else {
            let code: Int32 = fault == .takesAnyEndpoint ? 69 : 64
            Ending.leave(code, "bad: NAVBUS_ENDPOINT = \(endpoint) is no endpoint: ipc:///PATH is wanted")
        }
        if fault != .trustsAnyUser, Self.isForeign(endpoint) {
            Ending.leave(69, "bad: the bus at \(endpoint) is another user's")
        }
        line = try BusConnection(endpoint)
        let control = fault == .wrongID ? "good" : Self.id
        reports = Reports(control, fault)
        memory = Memory(fault == .forgetsAtRestart ? "/nowhere" : Self.variable("NAVBUS_STATE") ?? "/tmp")
        hello = Hello(
            control: control, session: session,
            topics: [.onGPS, .onNavigation, .onNavigationStarted, .onNavigationStopped, .onCommand],
            processID: getpid(),
            acceptsCommands: true)
    }

    /// Whether the folder of a socket belongs to another user, which is all that the conformance test checks.
    private static func isForeign(_ endpoint: String) -> Bool {
        var status = stat()
        let path = endpoint.dropFirst("ipc://".count)
        guard let end = path.lastIndex(of: "/"), stat(String(path[..<end]), &status) == 0 else { return false }
        return status.st_uid != geteuid() && status.st_uid != 0
    }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    mutating func runLoop() throws {
        if fault == .leavesChild { leaveChild(["sleep", "30"]) }
        if fault == .leavesDaemon { leaveChild(["setsid", "sleep", "30"]) }
        if fault == .leavesGroup { setpgid(0, getpgid(getppid())) }
        if fault == .leavesFile { leaveFile() }
        let welcome = try join()
        run = welcome.run
        if fault != .takesAnySetting, case .text(let shout)? = welcome.settings["shout"],
            !["loud", "low"].contains(shout)
        {
            Ending.leave(78, "bad: the setting shout is \"\(shout)\", but loud or low is wanted")
        }
        try line.subscribe(subscriptions, at: welcome.eventsEndpoint)
        if fault == .failsAtStart {
            try reports.add(.failed, "failed to open a device that is not there", line, session)
        }
        try reports.add(.ready, "", line, session)
        while Ending.isAsked == 0 {
            if try line.wait(milliseconds: 20, isWatchingInput: fault != .ignoresEndOfInput) { break }
            try takeAnswers()
            try takeMessages()
            try repairAgain()
            try sendHeartbeat()
            try clearInSilence()
            try reports.send(line, session)
            // Like a program that reports in a loop.
            while fault == .floods, Ending.isAsked == 0 { try reports.add(.note, "again", line, session) }
        }
        Ending.leave(fault == .wrongExitCode ? 3 : 0)
    }

    private var subscriptions: [String] {
        let end = fault == .noSlash ? "" : fault == .anySession ? "/" : "/\(session.name)"
        return hello.topics.map { $0.rawValue + end } + [
            "~beat/\(session.name)", "~snap/\(session.name)/bad-\(getpid())",
        ]
    }

    /// Starts a child that ignores the signal to the group.
    private func leaveChild(_ command: [String]) {
        signal(SIGTERM, SIG_IGN)
        defer { Ending.watch(fault) }
        var child: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        posix_spawnp(&child, command[0], nil, nil, &words, environ)
        for word in words { free(word) }
    }

    private func leaveFile() {
        guard let file = fopen((Self.variable("TMPDIR") ?? "/tmp") + "/bad-\(getpid())", "w") else { return }
        fclose(file)
    }

    /// Sends hellos until one is answered.
    private func join() throws -> Welcome {
        let wait = Self.variable("NAVBUS_WAIT").flatMap { Double($0) } ?? 60
        let end = MonotonicInstant.now.nanoseconds + UInt64(wait * 1e9)
        var nextHello = fault == .lateHello ? MonotonicInstant.now.nanoseconds + 11_000_000_000 : 0
        while true {
            if Ending.isAsked != 0 { Ending.leave(fault == .wrongExitCode ? 3 : 0) }
            let now = MonotonicInstant.now.nanoseconds
            if now >= nextHello, fault != .neverHello, try line.ask(.hello(hello)) != nil {
                nextHello = now + 1_000_000_000
            }
            if now > end, nextHello == 0, fault != .waitsForever {
                Ending.leave(69, "bad: there is no bus at \(endpoint)")
            }
            _ = try line.wait(milliseconds: 20, isWatchingInput: false)
            switch try line.answer()?.reply {
            case .welcome(let welcome)?: return welcome
            case .refused(let refusal)?: refuse(refusal)
            default: break
            }
        }
    }

    private func refuse(_ refusal: RequestError) -> Never {
        while fault == .hangsOnNewerMajor, Ending.isAsked == 0 { usleep(10_000) }
        Ending.leave(69, fault == .silentOnNewerMajor ? "" : "bad: refused: \(refusal.text)")
    }

    private mutating func takeAnswers() throws {
        if needsHello, try line.ask(.hello(hello)) != nil { needsHello = false }
        while let answer = try line.answer() {
            try reports.acknowledge(answer.id, line, session)
            try takeRepair(answer)
        }
    }

    private mutating func sendHeartbeat() throws {
        let now = MonotonicInstant.now.nanoseconds
        if fault == .diesInSilence, now > lastEvent + 4_000_000_000, !topicSequences.isEmpty {
            Ending.crash("nothing has come for 4 s")
        }
        guard now >= nextHeartbeat, seen > 0 || run != 0 else { return }
        nextHeartbeat = now + (fault == .slowHeartbeat ? 4_000_000_000 : 1_000_000_000)
        if fault == .noHeartbeatAfterFirst, heartbeats > 0 { return }
        heartbeats += 1
        try line.ask(
            .heartbeat(
                session,
                ControlVitals(
                    control: hello.control, processID: getpid(), delivered: seen, repaired: repair.repaired,
                    missed: repair.missed)),
            isAnswered: false)
    }
}
