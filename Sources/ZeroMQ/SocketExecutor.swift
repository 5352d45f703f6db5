import Glibc
public import Platform
import Synchronization

/// Runs an actor on a thread of its own that also waits for the actor's sockets.
///
/// The actor's jobs, the handlers of its sockets and its ticks run one after another on that thread. So the compiler
/// proves that only one thread uses a socket, and no blocking call occupies the cooperative pool. The thread ends when
/// the executor is released with its actor.
public final class SocketExecutor: SerialExecutor {
    private let loop: PollLoop

    /// Starts the thread. Debuggers show `name`, at most 15 bytes.
    public init(name: String) throws(SystemError) {
        loop = try PollLoop(name: name)
        loop.executor.withLock { $0 = asUnownedSerialExecutor() }
        try loop.start()
    }

    deinit { loop.stop() }

    /// Enqueues a job of the actor, from any thread.
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
        tick(afterMilliseconds: interval) {
            handler()
            return interval
        }
    }

    /// Calls `handler` on the thread after so many milliseconds, and then after as many as it returned last. Must be
    /// called on the thread.
    public func tick(afterMilliseconds interval: Int, _ handler: @escaping () -> Int) {
        checkIsolated()
        loop.tick(afterMilliseconds: interval, handler)
    }

    /// Removes all sockets and ticks, so that the sockets close. Must be called on the thread.
    public func unwatchAll() {
        checkIsolated()
        loop.unwatchAll()
    }
}
