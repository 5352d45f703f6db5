import Dispatch
import Glibc
import Synchronization

/// Notices that the program has to end: after a signal, or when its standard input is closed and `NAVBUS_LIFELINE` is
/// `stdin`.
package final class EndRequest: Sendable {
    private let asked = Atomic(false)
    private let onRequest: @Sendable () -> Void
    private let interrupts = Interrupts()

    /// Starts to watch.
    ///
    /// - Parameter onRequest: Called on any thread when the program has to end; may be called several times.
    package init(_ onRequest: @escaping @Sendable () -> Void) {
        self.onRequest = onRequest
        Task.detached { [interrupts, weak self] in
            for await _ in interrupts.signals { self?.ask() }
        }
        if let lifeline = getenv("NAVBUS_LIFELINE"), String(cString: lifeline) == "stdin" { watchStandardInput() }
    }

    /// Whether the program has to end.
    package var isRequested: Bool { asked.load(ordering: .acquiring) }

    private func ask() {
        asked.store(true, ordering: .releasing)
        onRequest()
    }

    private func watchStandardInput() {
        let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .global())
        source.setEventHandler { [weak self] in
            var byte: UInt8 = 0
            if read(STDIN_FILENO, &byte, 1) <= 0 {
                source.cancel()
                self?.ask()
            }
        }
        source.resume()
    }
}
