import HapticDevices
import Platform
import TOML
import TestSupport
import Testing

@testable import Haptics

/// The commands of every table that can be read are perceptible and end by themselves.
@Suite struct PatternPropertyTests {
    @Test func `the commands of random tables end by themselves`() throws {
        var random = SplitMix64.announced(for: "tables of patterns")
        var read = 0
        for _ in 0..<500 {
            let text = Self.table(&random)
            do throws(PatternTableError) {
                let table = try PatternTable.changed(text)
                read += 1
                if let broken = PatternLimits.broken(by: table) { Issue.record("\(broken) of\n\(text)") }
            } catch {
                #expect(error.cause.place != nil || "\(error)".contains("says nothing"), "\(error)")
            }
        }
        print("tables of patterns: \(read) of 500 were read")
        #expect(read > 50)
    }

    @Test(arguments: PatternFolder.checkout.names) func `the shipped tables keep all limits`(_ name: String) throws {
        #expect(PatternLimits.broken(by: try PatternFolder.checkout.table(name)) == nil)
    }

    private static func table(_ random: inout SplitMix64) -> String {
        var lines: [String] = []
        if Bool.random(using: &random) { lines.append("motors = \(Int.random(in: 1...9, using: &random))") }
        for name in PatternName.allCases where Int.random(in: 0..<8, using: &random) == 0 {
            let pulses = (0..<Int.random(in: 0...4, using: &random)).map { _ in pulse(&random) }
            lines.append("[\(name.rawValue)]\npulses = [\(pulses.joined(separator: ", "))]")
            if Int.random(in: 0..<4, using: &random) == 0 {
                lines.append("repeat = \(Int.random(in: 1...4, using: &random))")
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                lines.append("pauseMilliseconds = \(Int.random(in: 0...600, using: &random))")
            }
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            lines.append("[steering]\nleastStrength = \(Int.random(in: 1...11, using: &random))e-1")
        }
        return lines.joined(separator: "\n")
    }

    private static func pulse(_ random: inout SplitMix64) -> String {
        let isWild = Int.random(in: 0..<30, using: &random) == 0
        let strength = isWild ? Double.random(in: -1...3, using: &random) : Double.random(in: 0.05...1, using: &random)
        let length = isWild ? Int.random(in: -10...9000, using: &random) : Int.random(in: 20...500, using: &random)
        let side = PulseSide.allCases.randomElement(using: &random) ?? .all
        return "{ strength = \(strength), milliseconds = \(length), "
            + "pauseMilliseconds = \(Int.random(in: 0...200, using: &random)), side = \"\(side.rawValue)\" }"
    }
}
