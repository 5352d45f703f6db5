import Dispatch
import Glibc

/// The signals that end the program, as a stream: SIGINT, SIGTERM and SIGHUP (the terminal was closed).
package struct Interrupts: Sendable {
    /// The numbers of the signals, in their order.
    package let signals: AsyncStream<Int32>
    // Dispatch sources may be used from any thread, but their protocol does not declare it.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    package init() {
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
        // Until the handlers are registered, a signal ends the process. So no signal is lost.
        registered.wait()
    }

    /// Stops listening. Further signals have no effect, since the program is about to end.
    package func cancel() {
        for source in sources { source.cancel() }
    }
}
