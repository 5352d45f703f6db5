import Glibc
public import Platform
import Synchronization

/// Runs an actor on a thread of its own that also waits for the actor's sockets.
///
/// The actor's jobs, the handlers of its sockets and its ticks run one after another on that thread, so the compiler
/// proves that only one thread touches a socket, and no blocking call ever sits on the cooperative pool. The thread
/// ends when the executor is released, that is, with its actor.
public final class SocketExecutor: SerialExecutor {
    private let loop: PollLoop

    /// Starts the thread; `name` shows in debuggers, at most 15 bytes.
    public init(name: String) throws(SystemError) {
        loop = try PollLoop(name: name)
        loop.executor.withLock { $0 = asUnownedSerialExecutor() }
        try loop.start()
    }

    deinit { loop.stop() }

    /// Takes a job of the actor, from any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        loop.enqueue(UnownedJob(job))
    }

    /// Stops the process unless called on the executor's thread.
    public func checkIsolated() {
        precondition(loop.isCurrentThread, "not on the thread of this socket executor")
    }

    /// Runs `body` on the thread as soon as it is free. Call it from any thread; nothing is waited for.
    public func perform(_ body: @escaping @Sendable () -> Void) {
        loop.perform(body)
    }

    /// Calls `handler` on the thread whenever `socket` is readable. Call it on the thread.
    public func watch(_ socket: Socket, _ handler: @escaping () -> Void) {
        checkIsolated()
        loop.watch(socket, handler)
    }

    /// Calls `handler` on the thread about every so many milliseconds. Call it on the thread.
    public func tick(everyMilliseconds interval: Int, _ handler: @escaping () -> Void) {
        tick(afterMilliseconds: interval) {
            handler()
            return interval
        }
    }

    /// Calls `handler` on the thread after so many milliseconds, and then whenever as many are over as it returned last.
    /// Call it on the thread.
    public func tick(afterMilliseconds interval: Int, _ handler: @escaping () -> Int) {
        checkIsolated()
        loop.tick(afterMilliseconds: interval, handler)
    }

    /// Forgets all sockets and ticks, so that the sockets close. Call it on the thread.
    public func unwatchAll() {
        checkIsolated()
        loop.unwatchAll()
    }
}
