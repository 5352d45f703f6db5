import Glibc
import Platform

/// The thread that syncs, finishes chunks that have become old, and retries what was refused.
final class WriterThread: Sendable {
    private let wakeUp: WakeUp
    private let thread: SystemThread

    /// The work of the thread when it is woken or the deadline is reached.
    typealias Work = @Sendable () -> Next

    /// The result of a run of the work.
    enum Next {
        /// Another run at this time of the monotonic clock, in nanoseconds; `nil`: only when woken.
        case at(UInt64?)
        /// The end of the thread.
        case over
    }

    init(_ work: @escaping Work) throws(RecordingError) {
        do throws(SystemError) {
            let wakeUp = try WakeUp()
            self.wakeUp = wakeUp
            thread = try SystemThread.start("recording") { Self.loop(wakeUp, work) }
        } catch {
            throw .system(path: "its thread", doing: error.operation, reason: error.reason)
        }
    }

    /// Runs the work now.
    func wake() { wakeUp.wake() }

    /// Waits for the end of the thread, whose work has to return `over`. Call it once.
    func join() {
        wake()
        thread.join()
    }

    private static func loop(_ wakeUp: WakeUp, _ work: Work) {
        var next = UInt64?.none
        while true {
            wakeUp.wait(milliseconds: milliseconds(until: next))
            switch work() {
            case .at(let deadline): next = deadline
            case .over: return
            }
        }
    }

    private static func milliseconds(until deadline: UInt64?) -> Int32 {
        guard let deadline else { return -1 }
        let now = MonotonicInstant.now.nanoseconds
        return deadline > now ? Int32(clamping: (deadline - now) / 1_000_000 + 1) : 0
    }
}
