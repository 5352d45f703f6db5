import HapticDevices
import Testing

@testable import Haptics

@Suite struct PatternTests {
    @Test(arguments: [
        (PatternName.prepareLeft, PatternName.prepareRight), (.nowLeft, .nowRight), (.steerLeft, .steerRight),
    ])
    func `left and right differ in rhythm and in strength`(_ left: PatternName, _ right: PatternName) {
        let (left, right) = (PatternTable.wristband.pulses(left), PatternTable.wristband.pulses(right))
        #expect(left.count == 2 * right.count)
        #expect(left.allSatisfy { pulse in right.allSatisfy { $0.strength > pulse.strength } })
        #expect(left.allSatisfy { pulse in right.allSatisfy { $0.milliseconds > 3 * pulse.milliseconds } })
    }

    @Test(arguments: PatternName.allCases) func `every pattern is perceptible and ends by itself`(_ name: PatternName) {
        let pulses = PatternTable.wristband.pulses(name)
        #expect(!pulses.isEmpty)
        #expect(pulses.allSatisfy { (0.1...1).contains($0.strength) && (50...800).contains($0.milliseconds) })
        #expect(pulses.dropLast().allSatisfy { $0.pauseMilliseconds >= 50 })
        #expect(HapticCommand(startSeconds: 0, words: "", pulses: pulses).durationMilliseconds <= 2000)
    }

    @Test func `a line shows the time, the name and the rhythm`() {
        let command = HapticCommand(.now(.left), startSeconds: 12, strength: 1)
        #expect(PulseLine(command: command).text == "  00:12  now left                    ▆·▆···▆·▆  720 ms")
        #expect(PulseLine(command: HapticCommand(.now(.right), startSeconds: 0, strength: 1)).rhythm == "████···████")
        #expect(PulseLine(command: HapticCommand(.now(.right), startSeconds: 0, strength: 0.2)).rhythm == "▂▂▂▂···▂▂▂▂")
    }

    @Test func `the strength of the settings is applied`() {
        let command = HapticCommand(.now(.right), startSeconds: 0, strength: 0.5)
        #expect(command.pulses.map(\.strength) == [0.5, 0.5])
    }

    @Test(arguments: 1...12) func `the exits of a roundabout are counted`(_ exit: Int) {
        let command = HapticCommand(.roundabout(isNow: true, exitCount: exit), startSeconds: 0, strength: 1)
        let alone = HapticCommand(.roundabout(isNow: true, exitCount: nil), startSeconds: 0, strength: 1)
        #expect(command.pulses.count == alone.pulses.count + exit)
        #expect(command.pulses.suffix(exit).allSatisfy { $0.milliseconds == 100 })
        #expect(command.durationMilliseconds == 560 + 320 + 300 * exit - 200)
    }

    @Test func `without the pattern of the roundabout its exits are not played`() {
        var table = PatternTable.wristband
        table.patterns[.nowRoundabout] = []
        let signal = HapticSignal.roundabout(isNow: true, exitCount: 3)
        #expect(HapticCommand(signal, table: table, startSeconds: 0, strength: 1).pulses.isEmpty)
    }

    @Test func `a command has its direction`() {
        func way(_ signal: HapticSignal) -> Double? {
            HapticCommand(signal, startSeconds: 0, strength: 1).relativeBearingDegrees
        }
        #expect(way(.now(.left)) == 270)
        #expect(way(.prepare(.right)) == 90)
        #expect(way(.now(.around)) == 180)
        #expect(way(.prepare(.ahead)) == 0)
        #expect(way(.steer(.left, errorDegrees: 30, isBehind: false)) == 330)
        #expect(way(.steer(.right, errorDegrees: 170, isBehind: true)) == 170)
        #expect(way(.arrived) == nil)
    }
}
