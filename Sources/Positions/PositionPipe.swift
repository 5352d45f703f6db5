import Glibc
import Platform

/// The bounded queue between a reader thread and the consumer of its stream.
///
/// The thread waits in ``send(_:)`` while the queue is full; the consumer suspends in ``next()`` while it is empty. It
/// uses a pthread condition, not an actor, because the thread must block without occupying the cooperative pool.
package final class PositionPipe: @unchecked Sendable {
    /// Maximum number of queued events.
    static let capacity = 64

    /// Raised when the consumer goes.
    package let stop = StopSignal()

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let hasSpace: UnsafeMutablePointer<pthread_cond_t>
    // All guarded by `mutex`.
    private var queue: [PositionReading] = []
    private var waiting: CheckedContinuation<PositionReading?, Never>?
    private var isFinished = false
    private var skipsLeft: UInt64 = 0
    private var onWaiting: (@Sendable () -> Void)?

    init() {
        mutex = .allocate(capacity: 1)
        hasSpace = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(hasSpace, nil)
    }

    deinit {
        pthread_cond_destroy(hasSpace)
        pthread_mutex_destroy(mutex)
        hasSpace.deallocate()
        mutex.deallocate()
    }

    /// Passes an event to the consumer. Blocks while the queue is full.
    ///
    /// - Returns: `false` if the consumer has gone; the thread must then end.
    package func send(_ event: PositionEvent) -> Bool {
        pthread_mutex_lock(mutex)
        if skipsLeft > 0, !isFinished {
            // Headings are not counted: they are outdated after their time.
            if !event.isHeading { skipsLeft -= 1 }
            pthread_mutex_unlock(mutex)
            return true
        }
        while queue.count >= Self.capacity, !isFinished { pthread_cond_wait(hasSpace, mutex) }
        let isOpen = !isFinished
        let reading = PositionReading(event, monotonicNanoseconds: MonotonicInstant.now.nanoseconds)
        let consumer = isOpen ? waiting : nil
        let onWaiting = isOpen && queue.isEmpty ? onWaiting : nil
        if consumer != nil {
            waiting = nil
        } else if isOpen {
            queue.append(reading)
        }
        pthread_mutex_unlock(mutex)
        consumer?.resume(returning: reading)
        onWaiting?()
        return isOpen
    }

    /// Calls a consumer that does not wait; see ``PositionReadings/notify(_:)``.
    func notify(_ onWaiting: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(mutex)
        self.onWaiting = onWaiting
        let isWaiting = !queue.isEmpty
        pthread_mutex_unlock(mutex)
        if isWaiting { onWaiting() }
    }

    /// The oldest queued event; `nil` if there is none.
    func takeWaiting() -> PositionReading? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !queue.isEmpty else { return nil }
        pthread_cond_signal(hasSpace)
        return queue.removeFirst()
    }

    /// Skips the next events, which the consumer has already received.
    func skip(_ count: UInt64) {
        pthread_mutex_lock(mutex)
        skipsLeft = count
        pthread_mutex_unlock(mutex)
    }

    /// Whether the next event is skipped, so that it needs no pacing.
    var isSkipping: Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return skipsLeft > 0
    }

    /// The next event; `nil` at the end.
    func next() async -> PositionReading? {
        await withCheckedContinuation { continuation in
            pthread_mutex_lock(mutex)
            let hasEvent = !queue.isEmpty
            let event = hasEvent ? queue.removeFirst() : nil
            let isAnswered = hasEvent || isFinished
            // There is one consumer; a second one ends the first, which would otherwise wait for ever.
            let displaced = isAnswered ? nil : waiting
            if !isAnswered { waiting = continuation }
            pthread_cond_signal(hasSpace)
            pthread_mutex_unlock(mutex)
            displaced?.resume(returning: nil)
            if isAnswered { continuation.resume(returning: event) }
        }
    }

    /// Ends the stream after the queued events.
    func finish() {
        end(dropping: false)
    }

    private func end() {
        _ = send(.ended)
        finish()
    }

    /// Ends the stream immediately: the consumer has gone.
    func close() {
        stop.raise()
        end(dropping: true)
    }

    private func end(dropping: Bool) {
        pthread_mutex_lock(mutex)
        isFinished = true
        if dropping { queue.removeAll() }
        let consumer = waiting
        waiting = nil
        pthread_cond_broadcast(hasSpace)
        pthread_mutex_unlock(mutex)
        consumer?.resume(returning: nil)
    }
}

extension PositionPipe {
    /// Closes the pipe when the stream is released, cancelled or not.
    private final class Consumer: Sendable {
        let pipe: PositionPipe
        init(_ pipe: PositionPipe) { self.pipe = pipe }
        deinit { pipe.close() }
    }

    /// Runs `read` on its own thread; the stream delivers the sent events, `ended` last.
    ///
    /// - Parameter start: Starts the thread; returns `false` on failure.
    package static func stream(
        start: (@escaping @Sendable () -> Void) -> Bool = { startThread("positions", $0) },
        _ read: @escaping @Sendable (PositionPipe) -> Void
    ) -> AsyncStream<PositionEvent> {
        let consumer = Consumer(pipe(start: start, skipping: 0, read))
        return AsyncStream {
            await consumer.pipe.next()?.event
        } onCancel: {
            consumer.pipe.close()
        }
    }

    /// Like ``stream(start:_:)``, with the time of each event and without the first `count` events.
    package static func readings(
        skipping count: UInt64, _ read: @escaping @Sendable (PositionPipe) -> Void
    ) -> PositionReadings {
        PositionReadings(pipe(start: { startThread("positions", $0) }, skipping: count, read))
    }

    private static func pipe(
        start: (@escaping @Sendable () -> Void) -> Bool, skipping count: UInt64,
        _ read: @escaping @Sendable (PositionPipe) -> Void
    ) -> PositionPipe {
        let pipe = PositionPipe()
        let isStarted = start {
            pipe.skip(count)
            read(pipe)
            pipe.end()
        }
        if !isStarted {
            // Running on the caller's thread would wait for the consumer, which may be the caller.
            _ = pipe.send(.problem(.noThread))
            pipe.end()
        }
        return pipe
    }
}
