import Glibc
import Synchronization
import Testing

@testable import Platform

@Suite struct ProcessorTimeTests {
    @Test(.timeLimit(.minutes(1))) func `the wait ends when the process has worked for so long`() {
        let hasEnded = Atomic(false)
        let began = Self.processorSeconds()
        let isStarted = startThread("waits") {
            hasEnded.store(ProcessorTime.wait(milliseconds: 5), ordering: .releasing)
        }
        #expect(isStarted)
        // Works until the wait has ended; without its end, until the time limit.
        while !hasEnded.load(ordering: .acquiring) {}
        #expect(Self.processorSeconds() - began >= 0.005)
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
