import Testing

@testable import Haptics

@Suite struct PatternTests {
    @Test func noTwoPatternsOfAModeAreAlike() {
        let names = PatternName.allCases.filter {
            $0 != .roundaboutExit && !$0.rawValue.hasPrefix("steer") && $0 != .onCourse
        }
        for (index, name) in names.enumerated() {
            for other in names.dropFirst(index + 1) {
                #expect(
                    PatternTable.wristband.pulses(name) != PatternTable.wristband.pulses(other), "\(name) and \(other)")
            }
        }
    }

    @Test(arguments: [
        (PatternName.prepareLeft, PatternName.prepareRight), (.nowLeft, .nowRight), (.steerLeft, .steerRight),
    ])
    func leftAndRightDifferInRhythmAndInStrength(_ left: PatternName, _ right: PatternName) {
        let (left, right) = (PatternTable.wristband.pulses(left), PatternTable.wristband.pulses(right))
        #expect(left.count == 2 * right.count)
        #expect(left.allSatisfy { pulse in right.allSatisfy { $0.strength > pulse.strength } })
        #expect(left.allSatisfy { pulse in right.allSatisfy { $0.milliseconds > 3 * pulse.milliseconds } })
    }

    @Test(arguments: PatternName.allCases)
    func aPatternCanBeFeltAndEndsByItself(_ name: PatternName) {
        let pulses = PatternTable.wristband.pulses(name)
        #expect(!pulses.isEmpty)
        #expect(pulses.allSatisfy { (0.1...1).contains($0.strength) && (50...700).contains($0.milliseconds) })
        #expect(pulses.dropLast().allSatisfy { $0.pauseMilliseconds >= 50 })
        #expect(HapticCommand(startSeconds: 0, words: "", pulses: pulses).durationMilliseconds <= 2000)
    }

    @Test func aLineShowsWhenWhatAndItsRhythm() {
        let command = HapticCommand(.now(.left), startSeconds: 12, strength: 1)
        #expect(PulseLine(command: command).text == "   12.0 s  now left                    ▆·▆···▆·▆  720 ms")
        #expect(PulseLine(command: HapticCommand(.now(.right), startSeconds: 0, strength: 1)).rhythm == "████···████")
        #expect(PulseLine(command: HapticCommand(.now(.right), startSeconds: 0, strength: 0.2)).rhythm == "▂▂▂▂···▂▂▂▂")
    }

    @Test func theStrengthOfTheSettingsCounts() {
        let command = HapticCommand(.now(.right), startSeconds: 0, strength: 0.5)
        #expect(command.pulses.map(\.strength) == [0.5, 0.5])
    }
}
