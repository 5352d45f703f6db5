import Glibc
import Platform
import Synchronization
import Testing

struct SystemThreadTests {
    @Test func `a thread runs its body under its name, with signals from outside blocked`() throws {
        let seen = Mutex<(name: String, blocked: [Bool])?>(nil)
        let thread = try SystemThread.start("a long name of a thread") {
            var name = [CChar](repeating: 0, count: 32)
            var mask = sigset_t()
            pthread_getname_np(pthread_self(), &name, name.count)
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            let blocked = [SIGTERM, SIGPIPE, SIGSEGV].map { sigismember(&mask, $0) == 1 }
            let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            seen.withLock { $0 = (text, blocked) }
        }
        thread.join()
        let found = try #require(seen.withLock(\.self))
        #expect(found.name == "a long name of ")
        #expect(found.blocked == [true, true, false])
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
        let thread = try SystemThread.start("waker") { wakeUp.wake() }
        wakeUp.wait()
        thread.join()
    }
}
