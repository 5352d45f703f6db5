import EventBus
@preconcurrency import Glibc
import Journal
import NavigationEvents
import Platform
import ZeroMQ

/// The publishing process: starts the bus and the subscribers, publishes events, and prints the results.
struct Publisher {
    private let options: Options
    private let event: Event

    init(_ options: Options) {
        self.options = options
        event = options.size == 100 ? Payloads.gps : Payloads.navigation
    }

    func run() async throws {
        guard mkdir(options.folder, 0o750) == 0 || errno == EEXIST else { throw SystemError("make \(options.folder)") }
        unlink(options.folder + "/page")
        let page = try SharedPage(folder: options.folder)
        let server = try BusServer(
            endpoints: BusEndpoints(folder: RunFolder(path: options.folder)), limits: limits, journal: journal)
        let children = try (0..<options.subscribers).map(startSubscriber)
        defer { for child in children { kill(child, SIGKILL) } }
        let cpu = try await publish(on: server, page, children)
        await server.publish(.navigationStopped(.requested))
        for child in children {
            var status: Int32 = 0
            waitpid(child, &status, 0)
            guard status == 0 else { throw BenchmarkError.subscriberFailed }
        }
        await server.close()
        await server.removeJournal()
        try Report(options, busCPU: cpu).show()
    }

    /// The default limits; with a stopped subscriber they are small enough that it loses events.
    private var limits: BusLimits { options.mode == .stall ? BusLimits(sendHighWater: 1000) : BusLimits() }

    private var journal: JournalSettings {
        var settings = JournalSettings(folder: options.journal == .files ? options.folder + "/journal" : nil)
        if options.mode == .stall { settings.maxBytes = 256 * 1024 }
        return settings
    }

    /// Publishes the events of the mode.
    ///
    /// - Returns: The CPU time of the bus, nanoseconds.
    private func publish(on server: BusServer, _ page: SharedPage, _ children: [pid_t]) async throws -> UInt64 {
        // Subscribers that join must meet an idle bus, not a busy one.
        if options.mode != .join { await warmUp(server, page) }
        let cpu = cpuNanoseconds()
        switch options.mode {
        case .lat: await publishPaced(server)
        case .win: try await publishWithinWindow(server, page)
        case .flood: await publishFreely(server)
        case .idle: try await Task.sleep(for: .seconds(options.seconds))
        case .stall: await publishStalled(server, page, children)
        case .join: try await publishForJoiners(server, page)
        }
        return cpuNanoseconds() - cpu
    }

    // The following methods run on the thread of the bus, like the guidance loop.

    private func warmUp(_ server: isolated BusServer, _ page: SharedPage) {
        while !(0..<options.subscribers).allSatisfy(page.isReady) {
            server.serveSockets()
            pause(1_000_000)
        }
        for _ in 0..<300 {
            server.publish(event)
            server.serveSockets()
            pause(1_000_000)
        }
    }

    private func publishPaced(_ server: isolated BusServer) { publishPaced(server, after: 0, options.count) }

    private func publishPaced(_ server: isolated BusServer, after last: Int, _ count: Int) {
        let step = UInt64(1e9 / options.rate)
        var next = MonotonicInstant.now.nanoseconds + step
        for number in last + 1...last + count {
            pause(until: next)
            server.publish(event, tick: UInt64(number))
            server.serveSockets()
            next += step
            let now = MonotonicInstant.now.nanoseconds
            // After an interruption of the machine, missed events are not sent in a burst.
            if now > next + 50 * step { next = now + step }
        }
    }

    /// Publishes events while the last subscriber is stopped, and for a second after that.
    private func publishStalled(_ server: isolated BusServer, _ page: SharedPage, _ children: [pid_t]) {
        let stopped = children.last
        if let stopped { kill(stopped, SIGSTOP) }
        publishPaced(server)
        page.setNewest(tick: UInt64(options.count))
        page.setResumed(at: MonotonicInstant.now.nanoseconds)
        if let stopped { kill(stopped, SIGCONT) }
        publishPaced(server, after: options.count, Int(options.rate))
    }

    /// Publishes one event a second, which is the state for subscribers that join.
    private func publishForJoiners(_ server: BusServer, _ page: SharedPage) async throws {
        var tick: UInt64 = 0
        while page.slowest(of: options.subscribers) < options.count {
            tick += 1
            await server.publish(Payloads.gps, tick: tick)
            page.setNewest(tick: tick)
            for _ in 0..<100 where page.slowest(of: options.subscribers) < options.count {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    private func publishWithinWindow(_ server: isolated BusServer, _ page: SharedPage) throws {
        let end = MonotonicInstant.now.nanoseconds + UInt64(options.seconds * 1e9)
        var sent: UInt64 = 0
        var credit: UInt64 = 0
        while MonotonicInstant.now.nanoseconds < end {
            if sent - credit >= Options.window {
                credit = page.slowest(of: options.subscribers)
                if sent - credit >= Options.window { credit = try waitForCredit(server, page, sent: sent) }
            }
            for _ in 0..<16 {
                sent += 1
                server.publish(event, tick: sent)
            }
            if sent % 64 == 0 { server.serveSockets() }
        }
    }

    /// Waits until half of the window is free.
    private func waitForCredit(_ server: isolated BusServer, _ page: SharedPage, sent: UInt64) throws -> UInt64 {
        let begin = MonotonicInstant.now.nanoseconds
        var servedAt = begin
        while true {
            // A waiting bus would sleep until a socket is readable; here all sockets are polled once a millisecond.
            if MonotonicInstant.now.nanoseconds - servedAt > 1_000_000 {
                server.serveSockets()
                servedAt = MonotonicInstant.now.nanoseconds
            }
            pause(20_000)
            let credit = page.slowest(of: options.subscribers)
            if sent - credit <= Options.window / 2 { return credit }
            guard MonotonicInstant.now.nanoseconds - begin < 10_000_000_000 else { throw BenchmarkError.windowStuck }
        }
    }

    private func publishFreely(_ server: isolated BusServer) {
        let end = MonotonicInstant.now.nanoseconds + UInt64(options.seconds * 1e9)
        var sent: UInt64 = 0
        while MonotonicInstant.now.nanoseconds < end {
            for _ in 0..<16 {
                sent += 1
                server.publish(event, tick: sent)
            }
            if sent % 64 == 0 { server.serveSockets() }
        }
    }

    private func startSubscriber(_ index: Int) throws -> pid_t {
        let arguments = ["navbus-bench-bus"] + options.arguments(subscriber: index)
        let copies = arguments.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        var child = pid_t()
        guard posix_spawn(&child, "/proc/self/exe", nil, nil, copies + [nil], environ) == 0 else {
            throw SystemError("start a subscriber")
        }
        return child
    }
}

enum BenchmarkError: Error, CustomStringConvertible {
    case subscriberFailed
    case windowStuck

    var description: String {
        switch self {
        case .subscriberFailed: "receive the events in a subscriber; its error is above"
        case .windowStuck: "keep the window open: a subscriber received nothing for ten seconds"
        }
    }
}

private func pause(_ nanoseconds: UInt64) {
    var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    nanosleep(&time, nil)
}

private func pause(until nanoseconds: UInt64) {
    var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
}
