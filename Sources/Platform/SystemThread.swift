import CPlatform
import Glibc

/// A thread of the system, for work that blocks: Swift's own threads are few, and none of them may wait.
///
/// Signals from outside are blocked in it, so that the main thread receives them.
public struct SystemThread: Sendable {
    private let identity: pthread_t

    /// The kernel's number of the calling thread. It identifies a thread where `pthread_self` does not: the compiler merges
    /// calls of that function.
    public static var currentNumber: Int32 { navbus_thread_number() }

    /// Starts a thread that ends with its body.
    ///
    /// - Parameters:
    ///   - name: The name for debuggers, of which the kernel keeps 15 bytes.
    ///   - body: The work of the thread.
    /// - Throws: ``SystemError`` if the system allows no further thread.
    public static func detach(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        pthread_detach(try start(name, body).identity)
    }

    /// Starts a thread that has to be joined.
    ///
    /// - Parameters:
    ///   - name: The name for debuggers, of which the kernel keeps 15 bytes.
    ///   - body: The work of the thread.
    /// - Throws: ``SystemError`` if the system allows no further thread.
    public static func start(
        _ name: String, _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) -> SystemThread {
        var blocked = sigset_t()
        var before = sigset_t()
        sigfillset(&blocked)
        // A fault of the thread itself has to reach its handler.
        for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&blocked, fault) }
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let work = Unmanaged.passRetained(ThreadWork(name: name, body: body))
        var identity = pthread_t()
        let code = pthread_create(&identity, nil, runThreadWork, work.toOpaque())
        guard code == 0 else {
            work.release()
            throw SystemError(
                operation: "start a thread", code: code,
                remedy: "raise the limit of processes (ulimit -u, limits.processes of the manifest), or free memory")
        }
        return SystemThread(identity: identity)
    }

    /// Waits until the thread has ended. Call it once.
    public func join() { pthread_join(identity, nil) }

    /// Leaves the thread to end by itself: instead of ``join()``, once.
    public func detach() { pthread_detach(identity) }
}

/// Starts a thread that ends with its body, for callers that can do without it.
///
/// - Returns: `false` if the system allows no further thread.
package func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    do throws(SystemError) { try SystemThread.detach(name, body) } catch { return false }
    return true
}

/// Carries the body through the system's call.
private final class ThreadWork: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

private func runThreadWork(_ passed: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let passed else { return nil }
    let work = Unmanaged<ThreadWork>.fromOpaque(passed).takeRetainedValue()
    navbus_name_thread(work.name)
    work.body()
    return nil
}
