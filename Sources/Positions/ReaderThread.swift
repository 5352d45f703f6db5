import Glibc

/// Threads for blocking reads.
enum ReaderThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread that ends with its body.
    ///
    /// - Returns: `false` if the system has no free thread.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = create(Unmanaged.passRetained(Work(body)).toOpaque()) else { return false }
        pthread_detach(thread)
        return true
    }

    private static func create(_ work: UnsafeMutableRawPointer) -> pthread_t? {
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, { ReaderThread.run($0) }, work)
        guard status == 0 else {
            Unmanaged<Work>.fromOpaque(work).release()
            return nil
        }
        return thread
    }

    private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
    }
}
