import EventBus
@preconcurrency import Glibc
import NavigationEvents
import ZeroMQ

/// The publishing process: starts the bus and the subscribers, publishes, and prints what the subscribers found.
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
        let server = try BusServer(endpoints: BusEndpoints(folder: RunFolder(path: options.folder)))
        let children = try (0..<options.subscribers).map(startSubscriber)
        defer { for child in children { kill(child, SIGKILL) } }
        let cpu = try await publish(on: server, page)
        await server.publish(.navigationStopped)
        for child in children {
            var status: Int32 = 0
            waitpid(child, &status, 0)
            guard status == 0 else { throw BenchmarkError.subscriberFailed }
        }
        await server.close()
        try report(cpu)
    }

    /// Publishes what the mode asks for; how much CPU time that took.
    private func publish(on server: BusServer, _ page: SharedPage) async throws -> UInt64 {
        await warmUp(server, page)
        let cpu = cpuNanoseconds()
        switch options.mode {
        case .lat: await publishPaced(server)
        case .win: try await publishWithinWindow(server, page)
        case .flood: await publishFreely(server)
        case .idle: try await Task.sleep(for: .seconds(options.seconds))
        }
        return cpuNanoseconds() - cpu
    }

    // What follows runs on the bus's own thread, as a guidance loop that shares it would.

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

    private func publishPaced(_ server: isolated BusServer) {
        let step = UInt64(1e9 / options.rate)
        var next = monotonicNanoseconds() + step
        for number in 1...options.count {
            pause(until: next)
            server.publish(event, tick: UInt64(number))
            server.serveSockets()
            next += step
            let now = monotonicNanoseconds()
            // After an interruption of the machine nothing is caught up in a burst.
            if now > next + 50 * step { next = now + step }
        }
    }

    private func publishWithinWindow(_ server: isolated BusServer, _ page: SharedPage) throws {
        let end = monotonicNanoseconds() + UInt64(options.seconds * 1e9)
        var sent: UInt64 = 0
        var credit: UInt64 = 0
        while monotonicNanoseconds() < end {
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
        let begin = monotonicNanoseconds()
        while true {
            server.serveSockets()
            pause(20_000)
            let credit = page.slowest(of: options.subscribers)
            if sent - credit <= Options.window / 2 { return credit }
            guard monotonicNanoseconds() - begin < 10_000_000_000 else { throw BenchmarkError.windowStuck }
        }
    }

    private func publishFreely(_ server: isolated BusServer) {
        let end = monotonicNanoseconds() + UInt64(options.seconds * 1e9)
        var sent: UInt64 = 0
        while monotonicNanoseconds() < end {
            for _ in 0..<16 {
                sent += 1
                server.publish(event, tick: sent)
            }
            if sent % 64 == 0 { server.serveSockets() }
        }
    }

    private func report(_ cpu: UInt64) throws {
        let outcomes = try (0..<options.subscribers).map { index in
            try Outcome(readingFrom: "\(options.folder)/subscriber-\(index)")
        }
        let latencies = outcomes.flatMap(\.latencies).sorted()
        if !latencies.isEmpty {
            let shown = [0.5, 0.99, 0.999].map { share in
                microseconds(latencies[min(latencies.count - 1, Int(share * Double(latencies.count)))])
            }
            print("latency_us \(shown.joined(separator: " "))")
        }
        let slowest = outcomes.min { $0.perSecond < $1.perSecond } ?? Outcome()
        print("throughput \(slowest.perSecond.rounded()) \(slowest.received)")
        print("lost \(outcomes.reduce(0) { $0 + $1.lost + $1.missed })")
        print("untold \(outcomes.reduce(0) { $0 + $1.lost }) repeated \(outcomes.reduce(0) { $0 + $1.repeated })")
        print("repaired \(outcomes.reduce(0) { $0 + $1.repaired })")
        let subscriberCPU = outcomes.reduce(0) { $0 + $1.cpuNanoseconds }
        print("cpu_us publisher \(microseconds(cpu)) subscribers \(microseconds(subscriberCPU))")
    }

    private func microseconds(_ nanoseconds: UInt64) -> String {
        let tenths = (nanoseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
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
        case .subscriberFailed: "follow the events in a subscriber; its reason stands above"
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
