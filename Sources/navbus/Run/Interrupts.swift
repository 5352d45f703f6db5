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
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    /// Stops listening; the signals stay ignored, since the program is about to end.
    func cancel() {
        for source in sources { source.cancel() }
    }
}
