import NavigationEvents
import Platform
import TestSupport

/// A type with random values. Numbers include their limits; texts include characters that are hard to encode and to
/// escape.
protocol Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Self
}

extension SplitMix64 {
    mutating func make<Value: Arbitrary>(_ type: Value.Type = Value.self) -> Value { .arbitrary(&self) }

    mutating func makeOptional<Value: Arbitrary>(_ type: Value.Type = Value.self) -> Value? {
        chance(3) ? nil : .arbitrary(&self)
    }

    mutating func makeList<Value: Arbitrary>(_ type: Value.Type = Value.self, most: Int = 4) -> [Value] {
        (0..<Int.random(in: 0...most, using: &self)).map { _ in .arbitrary(&self) }
    }

    mutating func makeMap<Value: Arbitrary>(_ type: Value.Type = Value.self) -> [String: Value] {
        var map: [String: Value] = [:]
        for _ in 0..<Int.random(in: 0...5, using: &self) { map[make()] = make() }
        return map
    }
}

extension Double: Arbitrary {
    /// Never NaN, which equals nothing, not even itself. The tests that need it use it explicitly.
    static func arbitrary(_ random: inout SplitMix64) -> Double {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return 0
        case 1:
            return [-0.0, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1].randomElement(
                using: &random) ?? 0
        case 2:
            let any = Double(bitPattern: random.next())
            return any.isNaN ? 42 : any
        default: return Double.random(in: -1e4...1e4, using: &random)
        }
    }
}

extension Int: Arbitrary {
    /// Within the 32 bits of the contract for indices and counts.
    static func arbitrary(_ random: inout SplitMix64) -> Int { Int(Int32.arbitrary(&random)) }
}

extension FixedWidthInteger {
    fileprivate static func anyNumber(_ random: inout SplitMix64) -> Self {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: 0
        case 1: .max
        case 2: .min
        case 3: Self(clamping: Int.random(in: 0...300, using: &random))
        default: .random(in: .min ... .max, using: &random)
        }
    }
}

extension Int32: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Int32 { anyNumber(&random) }
}
extension Int64: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Int64 { anyNumber(&random) }
}
extension UInt32: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> UInt32 { anyNumber(&random) }
}
extension UInt64: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> UInt64 { anyNumber(&random) }
}
extension Bool: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Bool { .random(using: &random) }
}

extension String: Arbitrary {
    private static let pieces = [
        "a", "Neckarstaden", " ", "\"", "\\", "/", "\n", "\r", "\t", "\u{0}", "\u{1}", "\u{1F}", "\u{7F}", "\u{2028}",
        "ß", "Brücke", "Ω", "東京", "🚗", "👩‍👩‍👧", "e\u{301}", "𝄞", "\u{FFFD}", "<&>", "B 37",
    ]

    static func arbitrary(_ random: inout SplitMix64) -> String {
        (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
}

extension OpenEnumeration {
    static func arbitrary(_ random: inout SplitMix64) -> Self {
        allCases.randomElement(using: &random) ?? unrecognized
    }
}

extension ControlState: Arbitrary {}
extension CuePriority: Arbitrary {}
extension CueStage: Arbitrary {}
extension CueSubject: Arbitrary {}
extension DescriptionStyle: Arbitrary {}
extension DrivingSide: Arbitrary {}
extension FerryMode: Arbitrary {}
extension FixQuality: Arbitrary {}
extension LandmarkKind: Arbitrary {}
extension LandmarkRelation: Arbitrary {}
extension LandmarkSide: Arbitrary {}
extension LaneShape: Arbitrary {}
extension Maneuver: Arbitrary {}
extension NavigationState: Arbitrary {}
extension PositionStatus: Arbitrary {}
extension Gear: Arbitrary {}
extension PositionCause: Arbitrary {}
extension SkipReason: Arbitrary {}
extension StopReason: Arbitrary {}
extension ReportKind: Arbitrary {}
extension RequestError.Code: Arbitrary {}
extension Passage: Arbitrary {}
extension RoadClassChange: Arbitrary {}
extension RouteReason: Arbitrary {}
extension SourceState: Arbitrary {}
extension TravelMode: Arbitrary {}
extension TunnelMode: Arbitrary {}
extension Playback: Arbitrary {}
extension Units: Arbitrary {}
extension Verbosity: Arbitrary {}
