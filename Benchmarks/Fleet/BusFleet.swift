import EventBus
import EventCodec
import Glibc
import NavigationEvents
import Synchronization
import ZeroMQ

/// Measures a bus process that guides a fleet, with a gateway that sends the positions of the vehicles and a subscriber
/// to all sessions.
struct BusFleet {
    private static let seconds = 10

    private let count: Int
    private let plan: LoopPlan
    private let program: String
    private let routes: [FleetRoute]
    private let names: [Session]

    /// The count of received events.
    private final class EventCounter: Sendable {
        let events = Atomic<Int>(0)
        let isOver = Atomic<Bool>(false)
    }

    init(folder: String, program: String, count: Int) {
        self.count = count
        self.program = program
        plan = LoopPlan(
            endpoints: BusEndpoints(folder: RunFolder(path: folder)),
            journal: JournalSettings(folder: folder + "/journal"), access: AccessSettings(requestsPerSecond: 1_000_000),
            maxSessions: BusLimits.maxOpenedSessions)
        names = (0..<count).compactMap { Session("vehicle-\($0)") }
        routes = (0..<count).map { FleetRoute("r\($0)", number: $0) }
    }

    func run() throws {
        var bus = try start()
        defer { kill(bus, SIGKILL) }
        let client = try BusClient(requests: plan.endpoints.requests)
        let empty = try status(client, timeout: .seconds(20))
        let ownBefore = ProcessFigures.ownBytes(bus)
        let opening = try timed { for name in names { _ = try client.request(.openSession(name)) } }
        let idle = ProcessFigures.ownBytes(bus) - ownBefore
        let idleShared = ProcessFigures.sharedBytes(bus)
        let starting = try timed {
            for (name, route) in zip(names, routes) { _ = try client.request(.start(name, route.route)) }
        }
        let heard = EventCounter()
        listen(heard)
        let gateway = try Socket(.dealer, context: Context())
        try gateway.connect(plan.endpoints.requests)
        // At the maximum rate.
        var second = 0
        var before = try status(client).counters["published"] ?? 0
        var heardBefore = heard.events.load(ordering: .relaxed)
        var cpu = ProcessFigures.cpuSeconds(bus)
        let flooding = try timed {
            let end = now() + Double(Self.seconds)
            while now() < end {
                try send(0..<count, second, gateway)
                second += 1
            }
            _ = try status(client, timeout: .seconds(20))
        }
        let flooded = Int((try status(client).counters["published"] ?? 0) - before)
        let floodCPU = ProcessFigures.cpuSeconds(bus) - cpu
        let floodHeard = heard.events.load(ordering: .relaxed) - heardBefore
        // One position a second of each vehicle.
        try settle()
        before = try status(client).counters["published"] ?? 0
        heardBefore = heard.events.load(ordering: .relaxed)
        cpu = ProcessFigures.cpuSeconds(bus)
        let pacing = try timed { try pace(&second, gateway) }
        let paced = Int((try status(client).counters["published"] ?? 0) - before)
        let paceCPU = ProcessFigures.cpuSeconds(bus) - cpu
        try settle()
        let pacedHeard = heard.events.load(ordering: .relaxed) - heardBefore
        let last = try status(client)
        let driving = ProcessFigures.ownBytes(bus) - ownBefore
        let drivingShared = ProcessFigures.sharedBytes(bus)
        // The time from the death of the bus to its first answer, and until all sessions continue.
        kill(bus, SIGKILL)
        waitpid(bus, nil, 0)
        let died = now()
        bus = try start()
        _ = try status(client, timeout: .seconds(60))
        let answered = now() - died
        try askForAll(client)
        let resumed = now() - died
        heard.isOver.store(true, ordering: .relaxed)
        let fields: [(String, Double)] = [
            ("sessions", Double(count)), ("opened_per_s", Double(count) / opening),
            ("started_per_s", Double(count) / starting), ("own_bytes_idle", Double(idle / count)),
            ("mapped_bytes_idle", Double(idleShared / count)), ("own_bytes_driving", Double(driving / count)),
            ("mapped_bytes_driving", Double(drivingShared / count)),
            ("journal_bytes", (last.gauges["journal_bytes"] ?? 0) / Double(count)),
            ("drive_log_bytes", (last.gauges["drive_log_bytes"] ?? 0) / Double(count)),
            ("flood_positions_per_s", Double(flooded) / 2 / flooding),
            ("flood_events_published_per_s", Double(flooded) / flooding),
            ("flood_events_heard_per_s", Double(floodHeard) / flooding), ("flood_core_share", floodCPU / flooding),
            ("paced_positions_per_s", Double(paced) / 2 / pacing),
            ("paced_events_heard_per_s", Double(pacedHeard) / pacing),
            ("paced_core_share", paceCPU / pacing), ("idle_status_sessions", Double(empty.sessions.count)),
            ("back_after_s", answered), ("all_back_after_s", resumed),
        ]
        let text = fields.map { "\"\($0.0)\": \(($0.1 * 1000).rounded() / 1000)" }.joined(separator: ", ")
        print("{\"bench\": \"bus\", \(text)}")
        kill(bus, SIGTERM)
        waitpid(bus, nil, 0)
    }

    private func timed(_ body: () throws -> Void) rethrows -> Double {
        let began = now()
        try body()
        return now() - began
    }

    private func settle() throws { sleep(2) }

    /// Sends a position of each of these sessions, without waiting for answers.
    private func send(_ range: Range<Int>, _ second: Int, _ gateway: Socket) throws {
        for number in range {
            let request = Request.position(names[number], routes[number].fix(second: second))
            let bytes = RequestFrame(id: 0, request: request).wireBytes()
            while try !gateway.send(bytes) { usleep(200) }
        }
    }

    private func pace(_ second: inout Int, _ gateway: Socket) throws {
        let slices = 100
        let began = now()
        for slice in 0..<Self.seconds * slices {
            let part = slice % slices
            try send(count * part / slices..<count * (part + 1) / slices, second, gateway)
            if part == slices - 1 { second += 1 }
            let wait = began + Double(slice + 1) / Double(slices) - now()
            if wait > 0 { usleep(UInt32(wait * 1e6)) }
        }
    }

    private func status(_ client: BusClient, timeout: Duration = .seconds(5)) throws -> BusStatus {
        guard case .status(let status) = try client.request(.status, timeout: timeout) else {
            throw BusError.unexpectedAnswer(to: "status")
        }
        return status
    }

    /// Queries all sessions, each of which must be restored for the answer.
    private func askForAll(_ client: BusClient) throws {
        var query = SessionQuery(most: 100)
        while case .status(let status) = try client.request(.sessions(query), timeout: .seconds(60)),
            let last = status.sessions.last
        {
            query.first = last.session.name + "-"
        }
    }

    private func listen(_ heard: EventCounter) {
        let endpoint = plan.endpoints.requests
        Task.detached {
            do {
                let listener = try TopicListener(requests: endpoint, topics: [.onGPS, .onNavigation])
                try listener.join(
                    Hello(control: "dispatcher", topics: [.onGPS, .onNavigation], processID: getpid()),
                    timeout: .seconds(20))
                while !heard.isOver.load(ordering: .relaxed) {
                    if try listener.next(timeout: .milliseconds(100)) != nil {
                        heard.events.add(1, ordering: .relaxed)
                    }
                }
            } catch {
                fail("failed to \(error)", code: 1)
            }
        }
    }

    /// Starts a bus and sends its plan; the pipe stays open while this program runs.
    private func start() throws -> Int32 {
        var pipes: [Int32] = [0, 0]
        guard pipe(&pipes) == 0 else { fail("failed to make a pipe", code: 71) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, pipes[0], STDIN_FILENO)
        posix_spawn_file_actions_addclose(&actions, pipes[1])
        var process: Int32 = 0
        guard let name = strdup(program) else { fail("failed to find memory", code: 71) }
        var words: [UnsafeMutablePointer<CChar>?] = [name, nil]
        guard posix_spawn(&process, program, &actions, nil, &words, environ) == 0 else {
            fail("failed to start \(program)", code: 66)
        }
        close(pipes[0])
        for order in [LaunchOrder.plan(plan), .begin] {
            let bytes = order.wireBytes()
            let head = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
            _ = (head + bytes).withUnsafeBytes { write(pipes[1], $0.baseAddress, $0.count) }
        }
        return process
    }
}
