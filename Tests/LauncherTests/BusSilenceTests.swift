import Testing

@testable import Launcher

/// The time without an answer of the bus, with simulated time.
@Suite struct BusSilenceTests {
    @Test(arguments: [0.02, 0.25, 0.5, 1.0]) func `the time since the last answer counts, not the number of polls`(
        secondsBetweenLooks: Double
    ) {
        var silence = BusSilence()
        silence.answered(process: 7, atSeconds: 100)
        var now = 100.0
        while now < 103 {
            now = min(103, now + secondsBetweenLooks)
            silence.noAnswer(process: 7, waitedSeconds: 0.5, atSeconds: now)
        }
        #expect(abs(silence.seconds - 3) < 1e-9)
        silence.answered(process: 7, atSeconds: 103)
        #expect(silence.seconds == 0)
    }

    @Test func `time in which the launcher was paused is no silence`() {
        var silence = BusSilence()
        silence.answered(process: 7, atSeconds: 0)
        silence.noAnswer(process: 7, waitedSeconds: 0.5, atSeconds: 3600)
        #expect(silence.seconds == 1)
    }

    @Test func `a poll that waited for its timeout counts completely`() {
        var silence = BusSilence()
        silence.answered(process: 7, atSeconds: 0)
        silence.noAnswer(process: 7, waitedSeconds: 5.5, atSeconds: 5.5)
        #expect(silence.seconds == 5.5)
    }

    @Test func `the silence of a new process starts at its first poll`() {
        var silence = BusSilence()
        silence.answered(process: 7, atSeconds: 0)
        silence.noAnswer(process: 7, waitedSeconds: 0.5, atSeconds: 1)
        silence.noAnswer(process: 8, waitedSeconds: 0.5, atSeconds: 2)
        #expect(silence.seconds == 0)
        silence.noAnswer(process: 8, waitedSeconds: 0.5, atSeconds: 2.5)
        #expect(silence.seconds == 0.5)
    }
}
