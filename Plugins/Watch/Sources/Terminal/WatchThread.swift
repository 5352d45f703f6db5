import Glibc

/// A detached thread for calls that wait for keys.
enum WatchThread {
    static func start(_ body: @escaping @Sendable () -> Void) throws(WatchError) {
        let passed = Unmanaged.passRetained(Body(run: body))
        var identity = pthread_t()
        let status = pthread_create(&identity, nil, runBody, passed.toOpaque())
        guard status == 0 else {
            passed.release()
            throw .thread(reason: String(cString: strerror(status)))
        }
        pthread_detach(identity)
    }
}

private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runBody(_ passed: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let passed { Unmanaged<Body>.fromOpaque(passed).takeRetainedValue().run() }
    return nil
}
