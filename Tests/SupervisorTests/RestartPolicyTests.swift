import Platform
import Supervisor
import TestSupport
import Testing

/// Tests with time as a number.
@Suite struct RestartPolicyTests {
    private typealias Settings = RestartPolicy.Settings
    private static let crash = ProcessEnding.signaled(11)

    private static func delay(_ decision: RestartPolicy.Decision) -> Double? {
        if case .restart(let seconds) = decision { seconds } else { nil }
    }

    @Test func `five deaths in a minute are a failure, followed by attempts every five minutes`() {
        var policy = RestartPolicy(seed: 1)
        var now = 0.0
        for expected in [0.25, 0.5, 1, 2] {
            policy.started(atSeconds: now)
            let delay = Self.delay(policy.ended(Self.crash, atSeconds: now)) ?? -1
            #expect((expected * 0.8...expected * 1.2).contains(delay))
            now += delay
        }
        for _ in 0..<3 {
            policy.started(atSeconds: now)
            #expect(policy.ended(Self.crash, atSeconds: now) == .retry(afterSeconds: 300))
            now += 300
        }
        policy.started(atSeconds: now)
        #expect(Self.delay(policy.ended(Self.crash, atSeconds: now + 61)) ?? 9 < 0.4)
    }

    @Test func `after a stable minute the delays begin again`() {
        var policy = RestartPolicy(seed: 2)
        for now in stride(from: 0.0, to: 10_000, by: 100) {
            policy.started(atSeconds: now)
            #expect(Self.delay(policy.ended(Self.crash, atSeconds: now + 60)) ?? 9 <= 0.3)
        }
    }

    @Test(arguments: [0, 64, 78, 126, 127]) func `a required process is restarted however it ended`(code: Int32) {
        var policy = RestartPolicy(.bus, seed: 7)
        policy.started(atSeconds: 0)
        #expect(policy.ended(.exited(code), atSeconds: 100, isRequired: true) == .restart(afterSeconds: 0))
    }

    @Test(arguments: [0, 64, 78]) func `a final exit code causes no restart`(code: Int32) {
        var policy = RestartPolicy(seed: 3)
        #expect(policy.ended(.exited(code), atSeconds: 0) == .leave)
    }

    @Test(arguments: [ProcessEnding.exited(126), .exited(127), .unstartable("no memory")])
    func `a file that cannot be executed is tried again later`(ending: ProcessEnding) {
        var policy = RestartPolicy(seed: 4)
        #expect(policy.ended(ending, atSeconds: 0) == .retry(afterSeconds: 300))
        // After it has become executable, it is restarted like any other.
        policy.started(atSeconds: 300)
        #expect(Self.delay(policy.ended(Self.crash, atSeconds: 301)) != nil)
    }

    @Test func `the bus is restarted at once and without limit`() {
        var policy = RestartPolicy(.bus, seed: 5)
        var now = 0.0
        for index in 0..<100 {
            policy.started(atSeconds: now)
            guard let delay = Self.delay(policy.ended(Self.crash, atSeconds: now)) else {
                Issue.record("given up after \(index) deaths")
                return
            }
            #expect(index == 0 ? delay == 0 : delay > 0 && delay <= 1.2)
            now += delay
        }
        // Killed while it works, it is restarted at once, however often.
        for _ in 0..<10 {
            policy.started(atSeconds: now)
            now += 1
            #expect(policy.ended(Self.crash, atSeconds: now) == .restart(afterSeconds: 0))
        }
    }

    /// In any sequence, a process is started at most as often as the limit allows, except for retries.
    @Test func `no sequence of deaths starts a process too often`() {
        var generator = SplitMix64.announced(for: "RestartPolicy")
        for _ in 0..<300 {
            let settings = Settings(
                firstDelaySeconds: Double.random(in: 0.01...1, using: &generator),
                maxDelaySeconds: Double.random(in: 1...60, using: &generator),
                jitter: Double.random(in: 0...0.5, using: &generator),
                maxDeaths: Int.random(in: 1...8, using: &generator))
            var policy = RestartPolicy(settings, seed: generator.next())
            var now = 0.0
            var deaths: [Double] = []
            for _ in 0..<60 {
                policy.started(atSeconds: now)
                now += generator.chance(4) ? Double.random(in: 0...200, using: &generator) : 0
                deaths.append(now)
                switch policy.ended(Self.crash, atSeconds: now) {
                case .restart(let seconds):
                    #expect(seconds >= 0 && seconds <= settings.maxDelaySeconds * (1 + settings.jitter))
                    let recent = deaths.count { now - $0 < settings.windowSeconds }
                    #expect(recent < settings.maxDeaths ?? .max)
                    now += seconds
                case .retry(let seconds):
                    #expect(seconds == settings.retrySeconds)
                    now += seconds
                case .leave: Issue.record("left after \(deaths.count) crashes")
                }
            }
        }
    }

    @Test(arguments: [6.1, 15, 20, 59])
    func `a process that works between its deaths is restarted at once for an hour`(everySeconds: Double) {
        var policy = RestartPolicy(seed: 8)
        for now in stride(from: 0, to: 3600, by: everySeconds) {
            policy.started(atSeconds: now)
            #expect(
                policy.ended(Self.crash, atSeconds: now + everySeconds, hasWorked: true) == .restart(afterSeconds: 0))
        }
    }

    @Test func `a process that works and dies too often waits and never fails`() {
        var policy = RestartPolicy(seed: 9)
        var (now, starts) = (0.0, 0)
        while now < 3600 {
            policy.started(atSeconds: now)
            now += 0.5
            guard let delay = Self.delay(policy.ended(Self.crash, atSeconds: now, hasWorked: true)) else {
                Issue.record("given up after \(starts) deaths")
                return
            }
            #expect(starts < 10 ? delay == 0 : delay <= 36)
            now += delay
            starts += 1
        }
        #expect(starts <= 60 * 20, "\(starts) starts in an hour")
    }

    @Test func `a process that crashes at its start waits even after it has worked`() {
        var policy = RestartPolicy(seed: 10)
        var now = 0.0
        for _ in 0..<9 {
            policy.started(atSeconds: now)
            now += 5
            #expect(policy.ended(Self.crash, atSeconds: now, hasWorked: true) == .restart(afterSeconds: 0))
        }
        for expected in [0.25, 0.5, 1, 2] {
            policy.started(atSeconds: now)
            let delay = Self.delay(policy.ended(Self.crash, atSeconds: now)) ?? -1
            #expect((expected * 0.8...expected * 1.2).contains(delay))
            now += delay
        }
        policy.started(atSeconds: now)
        #expect(policy.ended(Self.crash, atSeconds: now) == .retry(afterSeconds: 300))
        policy.started(atSeconds: now + 300)
        #expect(Self.delay(policy.ended(Self.crash, atSeconds: now + 301, hasWorked: true)) != nil, "it works again")
    }

    /// For any sequence of deaths at the start and after work.
    @Test func `no sequence of deaths starts a process at once too often`() {
        var generator = SplitMix64.announced(for: "RestartPolicy at once")
        for _ in 0..<300 {
            var policy = RestartPolicy(seed: generator.next())
            var now = 0.0
            var atOnce: [Double] = []
            for _ in 0..<100 {
                policy.started(atSeconds: now)
                now += generator.chance(2) ? Double.random(in: 0...30, using: &generator) : 0
                let hasWorked = generator.chance(2)
                switch policy.ended(Self.crash, atSeconds: now, hasWorked: hasWorked) {
                case .restart(let seconds):
                    if seconds == 0 {
                        #expect(hasWorked)
                        atOnce.append(now)
                        #expect(atOnce.count { now - $0 < 60 } <= 10)
                    }
                    now += seconds
                case .retry(let seconds):
                    #expect(!hasWorked, "a process that worked has not failed")
                    now += seconds
                case .leave: Issue.record("left")
                }
            }
        }
    }

    @Test func `the same seed gives the same delays`() {
        func delays() -> [RestartPolicy.Decision] {
            var policy = RestartPolicy(seed: 77)
            return (0..<9).map { policy.ended(Self.crash, atSeconds: Double($0) * 20) }
        }
        #expect(delays() == delays())
    }
}
