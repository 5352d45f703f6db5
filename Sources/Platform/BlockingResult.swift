import Dispatch
import Synchronization

/// A result that one thread waits for and another thread delivers.
public final class BlockingResult<Answer: Sendable>: Sendable {
    private let answer = Mutex<Answer?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    /// Makes a result that is not there yet.
    public init() {}

    /// Delivers the result.
    public func put(_ answer: Answer) {
        self.answer.withLock { $0 = answer }
        isThere.signal()
    }

    /// Blocks until the result is there.
    public func wait() -> Answer {
        while true {
            isThere.wait()
            if let answer = answer.withLock({ $0 }) { return answer }
        }
    }
}
