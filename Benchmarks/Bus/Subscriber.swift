import EventBus
import Glibc
import NavigationEvents
import Platform
import ZeroMQ

/// One subscriber process: joins, receives events until the end is published, and writes its results.
struct Subscriber {
    private let options: Options
    private let index: Int

    init(_ options: Options, index: Int) {
        self.options = options
        self.index = index
    }

    func run() throws {
        let page = try SharedPage(folder: options.folder)
        var outcome = Outcome()
        if options.mode == .join {
            page.setReady(index)
            outcome = try joinRepeatedly(page)
        } else {
            let client = try join()
            page.setReady(index)
            outcome = try follow(client, page)
            outcome.repaired = client.counters.repaired
            outcome.missed = client.counters.missed
        }
        try outcome.write(to: "\(options.folder)/subscriber-\(index)")
    }

    private func join() throws -> BusClient {
        let client = try BusClient(
            requests: BusEndpoints(folder: RunFolder(path: options.folder)).requests, over: options.transport)
        let topics: [Topic] = [.onGPS, .onNavigation, .onNavigationStopped]
        try client.join(Hello(control: "bench-\(index)", topics: topics, processID: getpid()), timeout: .seconds(20))
        return client
    }

    /// Joins with a new client each time, and measures the time to the present state.
    private func joinRepeatedly(_ page: SharedPage) throws -> Outcome {
        var outcome = Outcome()
        for _ in 0..<options.count {
            let (begin, newest) = (MonotonicInstant.now.nanoseconds, page.newestTick)
            let client = try join()
            while let delivery = try client.next(timeout: .seconds(5)) {
                guard case .event(let envelope) = delivery else { continue }
                if envelope.tick < newest { outcome.lost += 1 }
                break
            }
            // The time to leave is not part of the measurement.
            withExtendedLifetime(client) { outcome.latencies.append(MonotonicInstant.now.nanoseconds - begin) }
            outcome.received += 1
            page.setReceived(index, outcome.received)
        }
        return outcome
    }

    private func follow(_ client: BusClient, _ page: SharedPage) throws -> Outcome {
        var outcome = Outcome()
        let isTimed = options.mode == .lat || options.mode == .stall
        if isTimed { outcome.latencies.reserveCapacity(options.count) }
        var cpu = cpuNanoseconds()
        var (first, last, lastTick) = (UInt64(0), UInt64(0), UInt64(0))
        var isGapReported = false
        while let delivery = try client.next(timeout: .seconds(30)) {
            guard case .event(let envelope) = delivery else {
                isGapReported = true
                if outcome.reportedNanoseconds == 0 { outcome.reportedNanoseconds = sinceResumed(page) }
                continue
            }
            if envelope.event.topic == .onNavigationStopped { break }
            // Events of tick 0 are the warm-up, which is not counted.
            guard envelope.tick > 0 else {
                cpu = cpuNanoseconds()
                continue
            }
            last = MonotonicInstant.now.nanoseconds
            if outcome.received == 0 { first = last }
            outcome.received += 1
            page.setReceived(index, outcome.received)
            if isTimed { outcome.latencies.append(last - envelope.monotonicNanoseconds) }
            if envelope.tick <= lastTick { outcome.repeated += 1 }
            if envelope.tick > lastTick + 1, !isGapReported { outcome.lost += envelope.tick - lastTick - 1 }
            isGapReported = false
            lastTick = envelope.tick
            if options.mode == .stall, outcome.currentNanoseconds == 0, page.resumedAt > 0, lastTick >= page.newestTick
            {
                outcome.currentNanoseconds = sinceResumed(page)
            }
        }
        outcome.nanoseconds = last - first
        outcome.cpuNanoseconds = cpuNanoseconds() - cpu
        return outcome
    }

    private func sinceResumed(_ page: SharedPage) -> UInt64 {
        page.resumedAt > 0 ? MonotonicInstant.now.nanoseconds - page.resumedAt : 0
    }
}

/// CPU time of this process so far, nanoseconds.
func cpuNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
