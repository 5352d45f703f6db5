import Dispatch
import Glibc

/// SIGINT, SIGTERM and SIGHUP (the terminal was closed) as a stream, so that ending is an ordinary event of the program.
struct Interrupts: Sendable {
    /// The signals, as they come.
    let signals: AsyncStream<Int32>
    // Dispatch's own objects may be used from any thread; only their protocol does not say so.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(2))
        self.signals = signals
        let queue = DispatchQueue(label: "navbus.interrupts")
        let registered = DispatchGroup()
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { continuation.yield(number) }
            registered.enter()
            source.setRegistrationHandler { registered.leave() }
            source.resume()
            return source
        }
        // Until then a signal ends the process, as it would have a moment before: none is ever lost.
        registered.wait()
    }

    /// Stops listening; the signals do nothing from then on, since the program is about to end.
    func cancel() {
        for source in sources { source.cancel() }
    }
}
