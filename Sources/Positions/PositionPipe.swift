import Glibc
import Platform

/// The bounded queue between a reading thread and the consumer of its stream.
///
/// The thread waits in ``send(_:)`` while the queue is full; the consumer suspends in ``next()`` while it is empty. A
/// pthread condition, not an actor, because the thread must block without touching the cooperative pool.
final class PositionPipe: @unchecked Sendable {
    /// Events that may wait for the consumer.
    static let capacity = 64

    /// Given when the consumer goes.
    let stop = StopSignal()

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let hasRoom: UnsafeMutablePointer<pthread_cond_t>
    // All guarded by `mutex`.
    private var queue: [PositionReading] = []
    private var waiting: CheckedContinuation<PositionReading?, Never>?
    private var isFinished = false
    private var skipsLeft: UInt64 = 0

    init() {
        mutex = .allocate(capacity: 1)
        hasRoom = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(hasRoom, nil)
    }

    deinit {
        pthread_cond_destroy(hasRoom)
        pthread_mutex_destroy(mutex)
        hasRoom.deallocate()
        mutex.deallocate()
    }

    /// Hands an event on. Blocks while the queue is full.
    ///
    /// - Returns: `false` once the consumer has gone; then the thread is to end.
    func send(_ event: PositionEvent) -> Bool {
        pthread_mutex_lock(mutex)
        if skipsLeft > 0, !isFinished {
            // Headings are not counted by who skips: of what they say, nothing is left when their time has passed.
            if !event.isHeading { skipsLeft -= 1 }
            pthread_mutex_unlock(mutex)
            return true
        }
        while queue.count >= Self.capacity, !isFinished { pthread_cond_wait(hasRoom, mutex) }
        let isOpen = !isFinished
        let reading = PositionReading(event, monotonicNanoseconds: MonotonicInstant.now.nanoseconds)
        let consumer = isOpen ? waiting : nil
        if consumer != nil {
            waiting = nil
        } else if isOpen {
            queue.append(reading)
        }
        pthread_mutex_unlock(mutex)
        consumer?.resume(returning: reading)
        return isOpen
    }

    /// Passes over the next events, which the consumer has heard before.
    func skip(_ count: UInt64) {
        pthread_mutex_lock(mutex)
        skipsLeft = count
        pthread_mutex_unlock(mutex)
    }

    /// Whether the next event is passed over: nobody waits for it.
    var isSkipping: Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return skipsLeft > 0
    }

    /// The next event; `nil` when there will be none.
    func next() async -> PositionReading? {
        await withCheckedContinuation { continuation in
            pthread_mutex_lock(mutex)
            let hasEvent = !queue.isEmpty
            let event = hasEvent ? queue.removeFirst() : nil
            let isAnswered = hasEvent || isFinished
            // There is one consumer; a second one ends the first, which is better than to leave it waiting for ever.
            let displaced = isAnswered ? nil : waiting
            if !isAnswered { waiting = continuation }
            pthread_cond_signal(hasRoom)
            pthread_mutex_unlock(mutex)
            displaced?.resume(returning: nil)
            if isAnswered { continuation.resume(returning: event) }
        }
    }

    /// Ends the stream behind what is queued.
    func finish() {
        end(dropping: false)
    }

    private func end() {
        _ = send(.ended)
        finish()
    }

    /// Ends the stream at once: the consumer has gone.
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
        pthread_cond_broadcast(hasRoom)
        pthread_mutex_unlock(mutex)
        consumer?.resume(returning: nil)
    }
}

extension PositionPipe {
    /// Closes the pipe when the stream that holds it is dropped, cancelled or not.
    private final class Consumer: Sendable {
        let pipe: PositionPipe
        init(_ pipe: PositionPipe) { self.pipe = pipe }
        deinit { pipe.close() }
    }

    /// Runs `read` on a thread of its own; what it sends comes out of the stream, `ended` last.
    ///
    /// - Parameter start: Starts the thread; `false` if there is none.
    static func stream(
        start: (@escaping @Sendable () -> Void) -> Bool = { startThread("positions", $0) },
        _ read: @escaping @Sendable (PositionPipe) -> Void
    ) -> AsyncStream<PositionEvent> {
        let consumer = consumer(start: start, skipping: 0, read)
        return AsyncStream {
            await consumer.pipe.next()?.event
        } onCancel: {
            consumer.pipe.close()
        }
    }

    /// The same, with the time of each event, and without the first ones.
    static func readings(
        skipping count: UInt64, _ read: @escaping @Sendable (PositionPipe) -> Void
    ) -> AsyncStream<PositionReading> {
        let consumer = consumer(start: { startThread("positions", $0) }, skipping: count, read)
        return AsyncStream {
            await consumer.pipe.next()
        } onCancel: {
            consumer.pipe.close()
        }
    }

    private static func consumer(
        start: (@escaping @Sendable () -> Void) -> Bool, skipping count: UInt64,
        _ read: @escaping @Sendable (PositionPipe) -> Void
    ) -> Consumer {
        let pipe = PositionPipe()
        let isStarted = start {
            pipe.skip(count)
            read(pipe)
            pipe.end()
        }
        if !isStarted {
            // Not on the caller's thread: it would wait for the consumer, who may be the caller.
            _ = pipe.send(.problem(.noThread))
            pipe.end()
        }
        return Consumer(pipe)
    }
}
