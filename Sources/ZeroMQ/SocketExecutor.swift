import Glibc
public import Platform
import Synchronization

/// Runs an actor on a thread of its own that also waits for the actor's sockets.
///
/// The actor's jobs, the handlers of its sockets and its timers run one after another on that thread. So the compiler
/// proves that only one thread uses a socket, and no blocking call occupies the cooperative pool. The thread ends when
/// the executor is released with its actor.
public final class SocketExecutor: SerialExecutor, TaskExecutor {
    private let loop: PollLoop

    /// Starts the thread. Debuggers show `name`, at most 15 bytes.
    public init(name: String) throws(SystemError) {
        loop = try PollLoop(name: name)
        loop.executors.withLock { $0 = (asUnownedSerialExecutor(), asUnownedTaskExecutor()) }
        try loop.start()
    }

    deinit { loop.stop() }

    /// Enqueues a job of the actor, or of a task that prefers this executor, from any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        loop.enqueue(UnownedJob(job))
    }

    /// Stops the process unless called on the executor's thread.
    public func checkIsolated() {
        precondition(loop.isCurrentThread, "not on the thread of this socket executor")
    }

    /// Runs `body` on the thread as soon as it is free. Safe for any thread; does not wait.
    public func perform(_ body: @escaping @Sendable () -> Void) {
        loop.perform(body)
    }

    /// Calls `handler` on the thread whenever `socket` is readable. Must be called on the thread.
    public func watch(_ socket: Socket, _ handler: @escaping () -> Void) {
        checkIsolated()
        loop.watch(socket, handler)
    }

    /// Calls `handler` on the thread whenever a descriptor is readable. Must be called on the thread.
    public func watch(descriptor: Int32, _ handler: @escaping () -> Void) {
        checkIsolated()
        loop.watch(descriptor: descriptor, handler)
    }

    /// Calls `handler` on the thread about every so many milliseconds. Must be called on the thread.
    public func tick(everyMilliseconds interval: Int, _ handler: @escaping () -> Void) {
        checkIsolated()
        loop.add(LoopTimer(everyMilliseconds: interval, handler))
    }

    /// Makes a timer, which calls `handler` on the thread at the times that are set on it. Must be called on the thread.
    ///
    /// - Parameters:
    ///   - isSelective: Whether only work that calls ``LoopTimer/shareWakeUp()`` makes a call come earlier.
    ///   - handler: The work.
    public func makeTimer(isSelective: Bool = false, _ handler: @escaping () -> Void) -> LoopTimer {
        checkIsolated()
        let timer = LoopTimer(isSelective: isSelective, handler)
        loop.add(timer)
        return timer
    }

    /// Removes all sockets and timers, so that the sockets close. Must be called on the thread.
    public func unwatchAll() {
        checkIsolated()
        loop.unwatchAll()
    }
}
