import Geodesy
import HapticDevices
import Platform
import TestSupport
import Testing

@testable import Haptics

@Suite struct CompassSignalsTests {
    func compass(onCourse seconds: Double = 0) -> CompassSignals {
        CompassSignals(limits: SteeringLimits(), onCourseSeconds: seconds)
    }

    /// The signals with their times, at ten updates a second.
    func signals(
        _ compass: inout CompassSignals, _ way: TargetDirection, heading: Double?, from begin: Double = 0,
        seconds: Int = 10
    ) -> [(Double, HapticSignal)] {
        (0..<seconds * 10).compactMap { tick in
            let now = begin + Double(tick) / 10
            let facing = heading.map { Facing(degrees: $0, origin: .compass("wrist")) }
            return compass.update(way, facing: facing, at: now).map { (now, $0) }
        }
    }

    @Test func `off course a pointer plays once a second`() {
        var compass = compass()
        let felt = signals(&compass, .bearing(270), heading: 0, seconds: 60)
        #expect((59...60).contains(felt.count))
        #expect(felt.allSatisfy { $0.1.words == "steer left" })
        for (one, next) in zip(felt, felt.dropFirst()) { #expect((0.85...1.15).contains(next.0 - one.0)) }
    }

    @Test(arguments: [UInt64(1), 2, 3]) func `pointers keep their rhythm when headings arrive irregularly`(
        _ seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        var (compass, now, times) = (compass(), 0.0, [Double]())
        while now < 60 {
            now += Double.random(in: 0.01...0.3, using: &random)
            let facing = Facing(degrees: 0, origin: .compass("wrist"))
            if compass.update(.bearing(90), facing: facing, at: now) != nil { times.append(now) }
        }
        #expect((56...62).contains(times.count), "seed \(seed)")
        for (one, next) in zip(times, times.dropFirst()) { #expect((0.6...1.4).contains(next - one), "seed \(seed)") }
    }

    @Test func `on course there is silence`() {
        var compass = compass()
        #expect(signals(&compass, .bearing(5), heading: 350).isEmpty)
        #expect(compass.isOnCourse)
    }

    @Test func `on course a sign of life plays if enabled`() {
        var compass = compass(onCourse: 20)
        let felt = signals(&compass, .bearing(5), heading: 350, seconds: 65)
        #expect(felt.map(\.1) == [.onCourse, .onCourse, .onCourse])
        #expect(felt.map { $0.0.rounded() } == [20, 40, 60])
    }

    @Test func `an unknown heading is signalled repeatedly, without a pointer`() {
        var compass = compass()
        let felt = signals(&compass, .bearing(90), heading: nil, seconds: 30)
        #expect(felt.map(\.1) == Array(repeating: .headingUnknown, count: 4))
        #expect(felt.map { $0.0.rounded() } == [2, 10, 18, 26])
        #expect(!compass.isOnCourse)
    }

    @Test(arguments: [HapticSignal.positionUnreliable, .offRoute])
    func `an unknown target direction is signalled repeatedly`(_ signal: HapticSignal) {
        var compass = compass()
        let felt = signals(&compass, .unknown(signal), heading: 0, seconds: 30)
        #expect(felt.map(\.1) == Array(repeating: signal, count: 4))
        #expect(felt.map { $0.0.rounded() } == [0, 8, 16, 24])
        #expect(signals(&compass, .bearing(0), heading: 0, from: 30).isEmpty, "known again, and on course")
        #expect(compass.isOnCourse)
    }

    @Test func `an alarm that was played elsewhere is not played twice`() {
        var compass = compass()
        compass.record(.offRoute, at: 0)
        #expect(signals(&compass, .unknown(.offRoute), heading: 0, seconds: 12).map { $0.0.rounded() } == [8])
    }

    @Test func `an intermittent alarm is limited`() {
        var compass = compass()
        let felt = (0..<60).compactMap { second in
            compass.update(
                second % 2 == 0 ? .unknown(.positionUnreliable) : .bearing(0),
                facing: Facing(degrees: 0, origin: .course), at: Double(second))
        }
        #expect((2...20).contains(felt.count))
    }

    @Test func `near the destination there is silence`() {
        var compass = compass()
        #expect(signals(&compass, .noTarget, heading: nil, seconds: 30).isEmpty)
    }

    @Test func `off route silence does not last`() {
        var compass = compass()
        compass.record(.offRoute, at: 0)
        let felt = signals(&compass, .bearing(0, isOffRoute: true), heading: 0, seconds: 30)
        #expect(felt.map(\.1) == Array(repeating: .offRoute, count: 3))
        #expect(felt.map { $0.0.rounded() } == [8, 16, 24])
        let pointers = signals(&compass, .bearing(90, isOffRoute: true), heading: 0, from: 30, seconds: 30)
        #expect(
            pointers.allSatisfy { $0.1 == .steer(.right, errorDegrees: 90, isBehind: false) },
            "pointers imply off route")
    }

    @Test func `a repeat request plays the pointer at once`() {
        var compass = compass()
        _ = signals(&compass, .bearing(90), heading: 0, seconds: 5)
        compass.pointNow()
        #expect(compass.update(.bearing(90), facing: Facing(degrees: 0, origin: .course), at: 5) != nil)
    }

    /// In random situations a pointer needs a heading, and ten seconds of silence mean on course.
    @Test(arguments: Array(UInt64(1)...20))
    func `silence always means on course, and no pointer is a guess`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var compass = compass()
        var (lastFelt, facing, way) = (0.0, Double?.some(0), TargetDirection.bearing(0))
        for tick in 0..<6000 {
            let now = Double(tick) / 10
            if Int.random(in: 0..<100, using: &random) == 0 {
                facing = Bool.random(using: &random) ? Double.random(in: 0..<360, using: &random) : nil
                lastFelt = now
            }
            if Int.random(in: 0..<100, using: &random) == 0 {
                way =
                    [
                        .unknown(.positionUnreliable), .unknown(.offRoute),
                        .bearing(Double.random(in: 0..<360, using: &random)),
                    ]
                    .randomElement(using: &random) ?? way
                lastFelt = now
            }
            let signal = compass.update(
                way, facing: facing.map { Facing(degrees: $0, origin: .compass("wrist")) }, at: now)
            if case .steer(let side, _, let isBehind)? = signal {
                guard let facing, case .bearing(let bearing, _) = way else {
                    Issue.record("seed \(seed), \(now) s: a pointer without a known direction")
                    continue
                }
                let turn = Angle.turn(from: facing, to: bearing)
                // The filtered heading follows within a second of a sudden turn.
                if now - lastFelt > 3, !isBehind {
                    #expect((turn < 0) == (side == .left), "seed \(seed), \(now) s: \(turn)")
                }
            }
            if signal != nil { lastFelt = max(lastFelt, now) }
            guard now - lastFelt > 10 else { continue }
            guard let facing, case .bearing(let bearing, _) = way else {
                Issue.record("seed \(seed), \(now) s: silence without a known direction")
                continue
            }
            #expect(abs(Angle.turn(from: facing, to: bearing)) <= 25.5, "seed \(seed), \(now) s: silence off course")
        }
    }

    @Test func `a pointer is stronger at a larger angle`() {
        func strength(_ error: Double) -> Double {
            let signal = HapticSignal.steer(.right, errorDegrees: error, isBehind: false)
            return HapticCommand(signal, startSeconds: 0, strength: 1).pulses[0].strength
        }
        #expect(abs(strength(25) - 0.3) < 1e-9)
        #expect(strength(90) == 1)
        #expect(strength(180) == 1)
        #expect(strength(40) < strength(60))
        #expect(abs(strength(16) - 0.3) < 1e-9)
    }
}
