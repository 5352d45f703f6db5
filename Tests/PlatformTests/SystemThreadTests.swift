import Foundation
import Platform
import Synchronization
import Testing

struct SystemThreadTests {
    @Test func `a thread runs its body under its name, with signals from outside blocked`() throws {
        let seen = Mutex<(name: String, blocked: [Bool])>(("", []))
        let thread = try SystemThread.start("a long name of a thread") {
            let name = try? String(
                contentsOfFile: "/proc/self/task/\(SystemThread.currentNumber)/comm", encoding: .utf8)
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            let blocked = [SIGTERM, SIGPIPE, SIGSEGV].map { sigismember(&mask, $0) == 1 }
            seen.withLock { $0 = (name ?? "", blocked) }
        }
        thread.join()
        let (name, blocked) = seen.withLock(\.self)
        #expect(name == "a long name of \n")
        #expect(blocked == [true, true, false])
    }

    @Test func `the thread that starts another keeps its signal mask`() throws {
        func isBlocked(_ signal: Int32) -> Bool {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return sigismember(&mask, signal) == 1
        }
        let before = [SIGTERM, SIGUSR1].map(isBlocked)
        try SystemThread.start("test") {}.join()
        #expect([SIGTERM, SIGUSR1].map(isBlocked) == before)
    }
}

struct WakeUpTests {
    @Test func `a wake-up before the wait ends it at once, and counts once`() throws {
        let wakeUp = try WakeUp()
        wakeUp.wake()
        wakeUp.wake()
        wakeUp.wait()
        let start = MonotonicInstant.now
        wakeUp.wait(milliseconds: 20)
        #expect(MonotonicInstant.now.seconds(since: start) >= 0.015)
    }

    @Test func `another thread ends a wait without limit`() throws {
        let wakeUp = try WakeUp()
        let isWoken = Mutex(false)
        let thread = try SystemThread.start("waker") {
            isWoken.withLock { $0 = true }
            wakeUp.wake()
        }
        wakeUp.wait()
        let wasWoken = isWoken.withLock(\.self)
        thread.join()
        #expect(wasWoken, "the wait ended by itself")
    }
}
