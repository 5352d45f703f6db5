import Glibc

/// Starts a thread that runs `work`. The caller must join or detach it.
func startThread(_ work: @escaping @Sendable () -> Void) throws(SpeechError) -> pthread_t {
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
        throw .system(what: "a thread", reason: String(cString: strerror(code)))
    }
    return thread
}

/// The closure of a thread as an object, for the C interface.
private final class ThreadWork: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
