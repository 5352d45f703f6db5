import Dispatch
import Synchronization

/// A result that one thread waits for and another thread delivers.
final class BlockingResult<Answer: Sendable>: Sendable {
    private let answer = Mutex<Answer?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func put(_ answer: Answer) {
        self.answer.withLock { $0 = answer }
        isThere.signal()
    }

    func wait() -> Answer {
        while true {
            isThere.wait()
            if let answer = answer.withLock({ $0 }) { return answer }
        }
    }
}
