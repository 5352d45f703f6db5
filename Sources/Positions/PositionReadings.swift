/// The events of a source with the times of their delivery, for one consumer: one that is called, or one that iterates.
///
/// The source ends when this object is released.
public final class PositionReadings: AsyncSequence, Sendable {
    /// A reading.
    public typealias Element = PositionReading

    private let pipe: PositionPipe

    init(_ pipe: PositionPipe) { self.pipe = pipe }

    deinit { pipe.close() }

    /// Ends the source.
    public func close() { pipe.close() }

    /// Calls `onWaiting` on the thread of the source each time that readings begin to wait for ``takeWaiting()``, also if some wait
    /// already. It must not block.
    public func notify(_ onWaiting: @escaping @Sendable () -> Void) { pipe.notify(onWaiting) }

    /// The oldest reading that waits; `nil` if there is none.
    public func takeWaiting() -> PositionReading? { pipe.takeWaiting() }

    /// Receives the readings, one after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let readings: PositionReadings

        /// The next reading; `nil` at the end, and after a cancellation.
        public mutating func next() async -> PositionReading? {
            let pipe = readings.pipe
            return await withTaskCancellationHandler {
                await pipe.next()
            } onCancel: {
                pipe.close()
            }
        }
    }

    /// Makes the iterator of the consumer.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(readings: self) }
}
