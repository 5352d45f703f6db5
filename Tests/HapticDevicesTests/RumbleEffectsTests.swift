import Testing

@testable import HapticDevices

@Suite("The effects of a controller")
struct RumbleEffectsTests {
    private let sides = RumbleEffects.sides(left: 4, right: 7)

    @Test func `directions vibrate on their side, ahead and behind on both`() {
        for (degrees, slots) in [(0.0, [4, 7]), (1, [7]), (179, [7]), (180, [4, 7]), (181, [4]), (359, [4])] {
            let vibration = Vibration(site: .around(degrees: degrees), strength: 1, milliseconds: 10)
            #expect(sides.changes(for: vibration, motors: .two).map { Int($0.slot) } == slots, "\(degrees) degrees")
        }
    }

    @Test func `strengths and durations are limited to the range of the motor`() {
        let wild = Vibration(site: .all, strength: 3, milliseconds: 70_000)
        #expect(
            RumbleEffects.shared(0).changes(for: wild, motors: .one) == [
                RumbleEffects.Change(slot: 0, strong: 65_535, weak: 65_535, milliseconds: 5000)
            ])
        let less = Vibration(site: .left, strength: -1, milliseconds: 0)
        #expect(
            sides.changes(for: less, motors: .two) == [
                RumbleEffects.Change(slot: 4, strong: 0, weak: 0, milliseconds: 1)
            ])
    }
}
