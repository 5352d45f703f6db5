import Platform
import TestSupport
import Testing

@testable import HapticDevices

/// Runs a player over time, as the thread of the devices does.
private struct Playback {
    var player = PulsePlayer()
    var now = 0
    var canPlay = true
    private(set) var felt: [(at: Int, strength: Double)] = []
    private(set) var missed: [String] = []
    /// Whether the device accepts the pulses.
    var takes = true

    mutating func run(until end: Int) {
        while true {
            for case .vibrate(let pulse, _) in player.advance(at: now, canPlay: canPlay) {
                felt.append((now, pulse.strength))
                if takes { player.markPulseAccepted() }
            }
            missed += player.takeMissed().map(\.words)
            guard let next = player.nextMoment(canPlay: canPlay), next <= end else { break }
            now = max(next, now + 1)
        }
        now = end
    }

    mutating func play(_ command: HapticCommand) { player.play(command, at: now) }
    var times: [Int] { felt.map(\.at) }
}

extension HapticCommand {
    /// Short pulses with pauses of the same length.
    static func make(_ words: String = "left", pulses: Int = 2, milliseconds: Int = 100, valid: Double = 2) -> Self {
        var command = HapticCommand(
            startSeconds: 0, words: words,
            pulses: Array(repeating: Pulse(0.5, milliseconds, pause: milliseconds), count: pulses))
        command.validSeconds = valid
        return command
    }
}

@Suite struct PulsePlayerTests {
    @Test func `pulses play at their times`() {
        var playback = Playback()
        playback.play(.make(pulses: 3))
        playback.run(until: 5000)
        #expect(playback.times == [0, 200, 400])
        #expect(!playback.player.isPlaying)
    }

    @Test func `a gap separates two commands`() {
        var playback = Playback()
        playback.play(.make())
        playback.play(.make(pulses: 1))
        playback.run(until: 5000)
        #expect(playback.times == [0, 200, 300 + PulsePlayer.gapMilliseconds])
    }

    @Test func `a cancelled command stops, and the next follows after a gap`() {
        var playback = Playback()
        playback.play(.make())
        playback.play(.make())
        playback.run(until: 50)
        playback.player.cancel(at: playback.now)
        playback.play(.make(pulses: 1))
        playback.run(until: 5000)
        #expect(playback.times == [0, 50 + PulsePlayer.gapMilliseconds])
        #expect(playback.missed.isEmpty)
    }

    @Test func `without a device valid commands wait, and expired ones are reported`() {
        var playback = Playback(canPlay: false)
        playback.play(.make("long", valid: 3))
        playback.play(.make("short", valid: 0.5))
        playback.run(until: 2500)
        #expect(playback.missed == ["short"])
        playback.canPlay = true
        playback.run(until: 5000)
        #expect(playback.times == [2500, 2700])
        #expect(playback.missed == ["short"])
    }

    @Test func `an interrupted command restarts once from its beginning`() {
        var playback = Playback()
        playback.play(.make(pulses: 3))
        playback.run(until: 250)
        playback.player.interrupt(at: 250)
        playback.run(until: 260)
        playback.player.interrupt(at: 260)
        playback.run(until: 5000)
        #expect(playback.times == [0, 200, 250])
        #expect(playback.missed == ["left"], "it was not completed, which is reported")
    }

    @Test func `a command that several devices refuse plays on the next`() {
        var playback = Playback()
        playback.takes = false
        playback.play(.make(pulses: 1))
        for now in 0..<3 {
            playback.run(until: now)
            playback.player.interrupt(at: now)
        }
        playback.takes = true
        playback.run(until: 5000)
        #expect(playback.times == [0, 0, 1, 2] && playback.missed.isEmpty)
    }

    @Test func `the last command that a hanging device swallowed plays on the next`() {
        var playback = Playback()
        playback.play(.make("first", pulses: 1))
        playback.play(.make("second", pulses: 1))
        playback.run(until: 1000)
        playback.play(.make("third", pulses: 1, valid: 3))
        playback.run(until: 2000)
        playback.player.interrupt(at: 2000, unconfirmedSince: 400)
        playback.run(until: 6000)
        #expect(playback.times == [0, 500, 1000, 2000])
        #expect(playback.missed == ["second"])
    }

    @Test func `the validity of a command counts from its scheduling`() {
        var playback = Playback()
        playback.play(.make("long", pulses: 8, milliseconds: 150))
        playback.play(.make("short", valid: 2))
        playback.run(until: 9000)
        #expect(playback.missed == ["short"])
    }

    @Test func `the rest of a pattern is dropped after a sleep`() {
        var playback = Playback()
        playback.play(.make(pulses: 3))
        playback.run(until: 100)
        playback.now = 3_600_000
        playback.run(until: 3_700_000)
        #expect(playback.times == [0])
        #expect(playback.missed == ["left"])
    }

    @Test func `the first missed command is reported, then the number of others`() {
        var tally = MissedTally()
        #expect(tally.note(.make("a"), at: 0) == .missed(.make("a")))
        #expect(tally.settle() == nil)
        #expect(tally.note(.make("a"), at: 0) == .missed(.make("a")))
        for second in 1..<60 { #expect(tally.note(.make("b"), at: second * 1000) == nil) }
        #expect(tally.note(.make("b"), at: 60_000) == .missedMore(60))
        #expect(tally.note(.make("b"), at: 61_000) == nil)
        #expect(tally.settle() == .missedMore(1))
    }

    @Test func `a command that is interrupted too late is not repeated`() {
        var playback = Playback()
        playback.play(.make(pulses: 20, valid: 1))
        playback.run(until: 1500)
        playback.player.interrupt(at: 1500)
        let count = playback.felt.count
        playback.run(until: 9000)
        #expect(playback.felt.count == count)
        #expect(playback.missed == ["left"])
    }

    @Test func `a command that would wait too long is reported at once`() {
        var playback = Playback()
        for _ in 0..<20 { playback.play(.make(milliseconds: 300)) }
        playback.run(until: 60_000)
        #expect(playback.missed.count + playback.felt.count / 2 == 20)
        #expect(playback.times.allSatisfy { $0 <= PulsePlayer.maxWaitMilliseconds + 1000 })
    }

    /// Devices are lost and found, commands are given, cancelled and interrupted: pulses keep their rhythm, no command
    /// is completed twice, and missed commands are reported.
    @Test func `each command is completed, or reported once, in random events`() {
        var random = SplitMix64.announced(for: "player of pulses")
        for _ in 0..<300 {
            var playback = Playback()
            var given = 0
            var isCancelled = false
            for _ in 0..<40 {
                playback.run(until: playback.now + Int.random(in: 1...700, using: &random))
                switch Int.random(in: 0..<8, using: &random) {
                case 0...2:
                    given += 1
                    playback.play(.make("\(given)", pulses: Int.random(in: 1...4, using: &random)))
                case 3:
                    playback.canPlay = false
                    playback.player.interrupt(at: playback.now)
                case 4, 5: playback.canPlay = true
                case 6 where random.chance(4):
                    playback.player.cancel(at: playback.now)
                    isCancelled = true
                default: break
                }
            }
            playback.canPlay = true
            playback.run(until: playback.now + 60_000)
            #expect(Set(playback.missed).count == playback.missed.count, "reported once")
            #expect(playback.player.nextMoment(canPlay: true) == nil)
            if given > 0, playback.felt.isEmpty, !isCancelled { #expect(playback.missed.count == given) }
            #expect(zip(playback.times, playback.times.dropFirst()).allSatisfy { $0 <= $1 })
        }
    }

    @Test(arguments: [
        (PulseSide.left, nil, HapticMotors.one, VibrationSite.all), (.left, nil, .two, .left),
        (.way, 90.0, .two, .right), (.way, 270, .two, .left), (.way, 10, .two, .all), (.way, 175, .two, .all),
        (.way, nil, .two, .all), (.front, nil, .two, .all), (.left, nil, .ring(16), .around(degrees: 270)),
        (.back, nil, .ring(16), .around(degrees: 180)), (.way, -90, .ring(16), .around(degrees: 270)),
        (.all, 90, .ring(16), .all),
    ])
    func `every side has its motors on every device`(
        _ side: PulseSide, _ way: Double?, _ motors: HapticMotors, _ site: VibrationSite
    ) {
        #expect(VibrationSite(side, relativeBearingDegrees: way, on: motors) == site)
    }
}
