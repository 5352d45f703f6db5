import HapticDevices
import Testing

@testable import Haptics

@Suite struct PerceivedPatternTests {
    /// With a resolution of 20 % of strength, 50 ms and one pulse of five, and nearly two steps of difference.
    @Test(arguments: PatternFolder.checkout.names)
    func `all situations of a table can be told apart`(_ name: String) throws {
        let table = try PatternFolder.checkout.table(name)
        let alike = try #require(table.similarPair())
        print("\(name), \(table.motors.words): \(alike.one) and \(alike.other) are \(alike.steps) steps apart")
        #expect(alike.steps > 1.99)
    }

    /// When a device is lost another replaces it, so no table depends on the number of motors.
    @Test(arguments: PatternFolder.checkout.names, [HapticMotors.one, .two, .ring(4), .ring(16)])
    func `all situations can be told apart on other devices too`(_ name: String, _ motors: HapticMotors) throws {
        let alike = try #require(try PatternFolder.checkout.table(name).similarPair(on: motors))
        #expect(alike.steps > PatternLanguage.minSteps, "\(alike)")
    }

    @Test func `tiny differences are imperceptible`() {
        let one = PerceivedPattern(
            [Pulse(0.5, 100, pause: 100), Pulse(0.5, 100, pause: 0)], on: .one, relativeBearingDegrees: nil)
        let other = PerceivedPattern(
            [Pulse(0.55, 110, pause: 110), Pulse(0.5, 100, pause: 0)], on: .one, relativeBearingDegrees: nil)
        #expect(one.steps(to: one) == 0)
        #expect((0.01..<0.5).contains(one.steps(to: other)))
        #expect(one.steps(to: other) == other.steps(to: one))
    }

    @Test func `pulses without a perceptible pause are one`() {
        let two = PerceivedPattern(
            [Pulse(0.5, 100, pause: 30), Pulse(0.5, 100, pause: 0)], on: .one, relativeBearingDegrees: nil)
        let one = PerceivedPattern([Pulse(0.5, 230, pause: 0)], on: .one, relativeBearingDegrees: nil)
        #expect(two.parts.count == 1 && two.steps(to: one) == 0)
    }

    @Test func `sides differ only with several motors`() {
        let (left, right) = ([Pulse(0.5, 100, pause: 0, at: .left)], [Pulse(0.5, 100, pause: 0, at: .right)])
        func steps(_ motors: HapticMotors) -> Double {
            PerceivedPattern(left, on: motors, relativeBearingDegrees: nil).steps(
                to: PerceivedPattern(right, on: motors, relativeBearingDegrees: nil))
        }
        #expect(steps(.one) == 0)
        #expect(steps(.two) == 2.5 && steps(.ring(8)) == 2.5)
    }

    @Test func `silence differs from every pulse`() {
        let none = PerceivedPattern([], on: .one, relativeBearingDegrees: nil)
        #expect(none.steps(to: none) == 0)
        #expect(
            none.steps(to: PerceivedPattern([Pulse(0.5, 100, pause: 0)], on: .one, relativeBearingDegrees: nil)) > 10)
    }
}
