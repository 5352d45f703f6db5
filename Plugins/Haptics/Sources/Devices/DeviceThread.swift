import Glibc

/// Starts a detached thread.
func startThread(_ work: @escaping @Sendable () -> Void) throws(HapticsError) {
    let context = Unmanaged.passRetained(ThreadWork(work))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { context in
            guard let context else { return nil }
            Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }, context.toOpaque())
    guard code == 0 else {
        context.release()
        throw .devices(reason: String(cString: strerror(code)))
    }
    pthread_detach(thread)
}

/// Passes the closure through the C call.
private final class ThreadWork: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
