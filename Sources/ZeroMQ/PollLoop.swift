import CZeroMQ
import Glibc
import Platform
import Synchronization

/// The thread of a ``SocketExecutor``.
///
/// `@unchecked Sendable`: mutexes protect the state that other threads use; the rest belongs to the thread.
final class PollLoop: @unchecked Sendable {
    private struct Inbox {
        var jobs: [UnownedJob] = []
        var bodies: [@Sendable () -> Void] = []
        var isStopping = false
        var isWoken = false
    }

    let executors = Mutex<(UnownedSerialExecutor, UnownedTaskExecutor)?>(nil)
    private let inbox = Mutex(Inbox())
    private let thread = Atomic<Int32>(0)
    private let wakeUp: WakeUp

    // Only the thread touches these.
    private var polled = PollSet()
    private var handlers: [() -> Void] = []
    private var timers: [LoopTimer] = []

    private let name: String

    init(name: String) throws(SystemError) {
        self.name = name
        wakeUp = try WakeUp()
        polled.add(descriptor: wakeUp.descriptor)
    }

    var isCurrentThread: Bool { thread.load(ordering: .relaxed) == SystemThread.currentNumber }

    func start() throws(SystemError) {
        try SystemThread.detach(name) { [self] in run() }
    }

    func stop() {
        inbox.withLock { $0.isStopping = true }
        wakeUp.wake()
    }

    func enqueue(_ job: UnownedJob) {
        put { $0.jobs.append(job) }
    }

    func perform(_ body: @escaping @Sendable () -> Void) {
        put { $0.bodies.append(body) }
    }

    private func put(_ change: (inout Inbox) -> Void) {
        let mustWake = inbox.withLock { inbox in
            change(&inbox)
            defer { inbox.isWoken = true }
            return !inbox.isWoken
        }
        // The thread itself reads the inbox before it waits.
        if mustWake, !isCurrentThread { wakeUp.wake() }
    }

    func watch(_ socket: Socket, _ handler: @escaping () -> Void) {
        polled.add(socket)
        handlers.append(handler)
    }

    func watch(descriptor: Int32, _ handler: @escaping () -> Void) {
        polled.add(descriptor: descriptor)
        handlers.append(handler)
    }

    func add(_ timer: LoopTimer) { timers.append(timer) }

    func unwatchAll() {
        polled = PollSet()
        polled.add(descriptor: wakeUp.descriptor)
        handlers = []
        timers = []
    }

    private func run() {
        thread.store(SystemThread.currentNumber, ordering: .relaxed)
        while runJobs() {
            // Before the wait, so that a timer that may come early shares the wake-up of the jobs.
            serveTimers()
            waitAndServe()
        }
        unwatchAll()
    }

    /// Runs the jobs in the inbox; `false` when the loop must end.
    private func runJobs() -> Bool {
        let taken = inbox.withLock { inbox in
            defer {
                inbox.jobs = []
                inbox.bodies = []
                inbox.isWoken = false
            }
            return inbox
        }
        for body in taken.bodies { body() }
        if let (actor, task) = executors.withLock({ $0 }) {
            for job in taken.jobs { job.runSynchronously(isolatedTo: actor, taskExecutor: task) }
        }
        return !taken.isStopping
    }

    private func waitAndServe() {
        do {
            try polled.wait(milliseconds: waitMilliseconds)
        } catch {
            // A socket of a terminated context; its owner closes it with a job or a timer.
            return
        }
        if polled.isReadable(0) { wakeUp.clear() }
        // A handler may change the set.
        let ready = handlers.indices.filter { polled.isReadable($0 + 1) }.map { handlers[$0] }
        for handler in ready { handler() }
    }

    /// Milliseconds until the next timer; 0 while jobs wait, -1 without one.
    private var waitMilliseconds: Int {
        if inbox.withLock({ $0.isWoken || $0.isStopping }) { return 0 }
        guard let due = timers.map(\.dueNanoseconds).min(), due < .max else { return -1 }
        let now = MonotonicInstant.now.nanoseconds
        return due > now ? Int((due - now + 999_999) / 1_000_000) : 0
    }

    private func serveTimers() {
        guard !timers.isEmpty else { return }
        let now = MonotonicInstant.now.nanoseconds
        // A handler may add timers, or remove all.
        for index in timers.indices where index < timers.count { timers[index].runIfDue(now) }
    }
}
