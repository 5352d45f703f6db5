import EventBus
import Glibc
import NavigationEvents
import ZeroMQ

/// One subscriber process: joins, follows until the end is published, and writes down what it found.
struct Subscriber {
    private let options: Options
    private let index: Int

    init(_ options: Options, index: Int) {
        self.options = options
        self.index = index
    }

    func run() throws {
        let page = try SharedPage(folder: options.folder)
        let client = try BusClient(requests: BusEndpoints(folder: RunFolder(path: options.folder)).requests)
        let topics: [Topic] = [.onGPS, .onNavigation, .onNavigationStopped]
        try client.join(Hello(control: "bench-\(index)", topics: topics, processID: getpid()), timeout: .seconds(20))
        page.setReady(index)
        var outcome = try follow(client, page)
        outcome.repaired = client.counters.repaired
        outcome.missed = client.counters.missed
        try outcome.write(to: "\(options.folder)/subscriber-\(index)")
    }

    private func follow(_ client: BusClient, _ page: SharedPage) throws -> Outcome {
        var outcome = Outcome()
        if options.mode == .lat { outcome.latencies.reserveCapacity(options.count) }
        var cpu = cpuNanoseconds()
        var (first, last, lastTick) = (UInt64(0), UInt64(0), UInt64(0))
        var isGapTold = false
        while let delivery = try client.next(timeout: .seconds(30)) {
            guard case .event(let envelope) = delivery else {
                isGapTold = true
                continue
            }
            if envelope.event.topic == .onNavigationStopped { break }
            // Tick 0 is the warm-up; counting begins after it.
            guard envelope.tick > 0 else {
                cpu = cpuNanoseconds()
                continue
            }
            last = monotonicNanoseconds()
            if outcome.received == 0 { first = last }
            outcome.received += 1
            page.setReceived(index, outcome.received)
            if options.mode == .lat { outcome.latencies.append(last - envelope.monotonicNanoseconds) }
            if envelope.tick <= lastTick { outcome.repeated += 1 }
            if envelope.tick > lastTick + 1, !isGapTold { outcome.lost += envelope.tick - lastTick - 1 }
            isGapTold = false
            lastTick = envelope.tick
        }
        outcome.nanoseconds = last - first
        outcome.cpuNanoseconds = cpuNanoseconds() - cpu
        return outcome
    }
}

/// CPU time of this process so far.
func cpuNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
