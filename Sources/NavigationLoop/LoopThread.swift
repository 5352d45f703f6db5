import Glibc

/// Starts a thread for blocking calls.
///
/// - Parameter body: Runs on the thread, which ends with it.
/// - Returns: `false` if the system has no free threads.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let passed = Unmanaged.passRetained(ThreadBody(body))
    var identity = pthread_t()
    guard pthread_create(&identity, nil, { runThreadBody($0) }, passed.toOpaque()) == 0 else {
        passed.release()
        return false
    }
    pthread_detach(identity)
    return true
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThreadBody(_ passed: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let passed { Unmanaged<ThreadBody>.fromOpaque(passed).takeRetainedValue().run() }
    return nil
}
