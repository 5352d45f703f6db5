import Platform
import Synchronization
import Testing
import ZeroMQ

@Suite struct SocketExecutorTests {
    @Test func `jobs and sockets of an actor share one thread`() async throws {
        let echo = try Echo()
        await echo.listen()
        let asker = try Socket(.dealer, context: echo.context)
        try asker.connect(Echo.endpoint)
        try asker.send(Array("hello".utf8))
        await echo.waitForMessage()
        #expect(await echo.heard == ["hello"])
    }

    @Test func `calls from many tasks lose nothing`() async throws {
        let echo = try Echo()
        await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { for _ in 0..<100 { await echo.count() } }
            }
        }
        #expect(await echo.calls == 5000)
    }

    @Test func `ticks repeat`() async throws {
        let echo = try Echo()
        for await number in await echo.ticks() where number == 3 { return }
        Issue.record("the ticks ended")
    }

    @Test func `a wake-up ends the wait of another thread`() throws {
        let wakeUp = try WakeUp()
        var polled = PollSet()
        polled.add(descriptor: wakeUp.descriptor)
        wakeUp.wake()
        wakeUp.wake()
        try polled.wait(milliseconds: -1)
        #expect(polled.isReadable(0))
        wakeUp.clear()
        try polled.wait(milliseconds: 0)
        #expect(!polled.isReadable(0), "two wake-ups are cleared as one")
    }

    @Test(.timeLimit(.minutes(1))) func `the thread ends with its actor`() async throws {
        let (ended, end) = AsyncStream<Void>.makeStream()
        do {
            let echo = try Echo()
            await echo.keep(Farewell { end.finish() })
        }
        // Held by the ticks of the thread, and released when it ends.
        for await _ in ended {}
    }
}

/// Calls a body when it is released.
private final class Farewell: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
}

/// Receives the messages that are sent to it.
private actor Echo {
    static let endpoint = "inproc://echo"
    nonisolated let context: Context
    private(set) var heard: [String] = []
    private(set) var calls = 0
    private let executor: SocketExecutor
    private let socket: Socket
    private var waiting: CheckedContinuation<Void, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init() throws {
        context = try Context()
        executor = try SocketExecutor(name: "echo")
        socket = try Socket(.router, context: context)
        try socket.bind(Self.endpoint)
    }

    func listen() {
        executor.watch(socket) { [weak self] in self?.assumeIsolated { $0.hear() } }
    }

    func count() { calls += 1 }

    func ticks() -> AsyncStream<Int> {
        let (numbers, input) = AsyncStream<Int>.makeStream()
        let next = Mutex(0)
        executor.tick(everyMilliseconds: 1) {
            input.yield(
                next.withLock { number in
                    number += 1
                    return number
                })
        }
        return numbers
    }

    func keep(_ farewell: Farewell) {
        executor.tick(everyMilliseconds: 1000) { withExtendedLifetime(farewell) {} }
    }

    func waitForMessage() async {
        if heard.isEmpty { await withCheckedContinuation { waiting = $0 } }
    }

    private func hear() {
        var frame = Frame()
        while let isThere = try? socket.receive(into: &frame), isThere {
            if !frame.hasMore { heard.append(String(decoding: frame.copy, as: UTF8.self)) }
        }
        waiting?.resume()
        waiting = nil
    }
}
