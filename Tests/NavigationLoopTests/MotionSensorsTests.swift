import NavigationEvents
import Testing

@testable import NavigationLoop

@Suite("Readings of motion sensors")
struct MotionSensorsTests {
    private static let start = Timestamp(nanosecondsSinceEpoch: 1_780_000_000_000_000_000)

    /// The clock of a drive with a fix at 100 s on the monotonic clock.
    private static func clock() -> FixClock {
        var clock = FixClock()
        clock.note(start, now: 100)
        return clock
    }

    private static func refusal(_ reading: MotionReading, clock: FixClock = clock()) -> RequestError? {
        var sensors = MotionSensors()
        do throws(RequestError) {
            _ = try sensors.take(reading, clock: clock, now: 100)
            return nil
        } catch {
            #expect(sensors.dropped == 1)
            return error
        }
    }

    @Test func `readings of motion sensors are checked, dated and limited`() throws {
        var sensors = MotionSensors()
        let reading = MotionReading(speedMetersPerSecond: 5, source: "can0")
        var taken: [MotionReading] = []
        for _ in 0..<10 {
            if let one = try sensors.take(reading, clock: Self.clock(), now: 100.5) { taken.append(one) }
        }
        #expect(taken.map(\.time) == Array(repeating: Self.start.advanced(bySeconds: 0.5), count: taken.count))
        #expect(taken.count == 3 && sensors.dropped == 7)
        #expect(try sensors.take(reading, clock: Self.clock(), now: 100.6) != nil)
    }

    @Test func `an impossible reading is refused with the valid values`() {
        let impossible: [(MotionReading, String)] = [
            (MotionReading(source: "can0"), "neither a speed nor a rate of turn nor a gear"),
            (MotionReading(speedMetersPerSecond: -1, source: "can0"), "use 0 to 1000"),
            (MotionReading(speedMetersPerSecond: .nan, source: "can0"), "use 0 to 1000"),
            (MotionReading(speedMetersPerSecond: 1001, source: "can0"), "use 0 to 1000"),
            (MotionReading(yawRateDegreesPerSecond: -.infinity, source: "can0"), "use -1000 to 1000"),
            (MotionReading(gear: .park, source: ""), "use 1 to 64"),
            (MotionReading(gear: .park, source: "a\nb"), "control characters"),
        ]
        for (reading, text) in impossible {
            let refusal = Self.refusal(reading)
            #expect(refusal?.code == .malformed && refusal?.text.contains(text) == true, "\(reading)")
        }
        #expect(Self.refusal(MotionReading(gear: .park, source: "can0")) == nil)
    }

    @Test func `a reading needs a time near that of the fixes`() {
        func reading(at second: Double) -> MotionReading {
            MotionReading(gear: .park, source: "can0", time: Self.start.advanced(bySeconds: second))
        }
        #expect(Self.refusal(reading(at: 1.5)) == nil)
        #expect(Self.refusal(reading(at: -100))?.text.contains("100.0 s before") == true)
        #expect(Self.refusal(reading(at: 100))?.code == .malformed)
        #expect(Self.refusal(reading(at: 0), clock: FixClock())?.code == .unavailable)
    }
}
