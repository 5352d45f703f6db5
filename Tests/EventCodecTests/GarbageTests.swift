import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import EventCodec

@Suite struct GarbageTests {
    @Test func `random bytes are refused or read without a crash`() {
        var random = SplitMix64.announced(for: "random bytes")
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...200, using: &random)
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            expectOutcome(of: bytes)
        }
    }

    @Test func `random fields with the numbers of the contract are refused or read`() {
        var random = SplitMix64.announced(for: "random fields")
        for _ in 0..<20_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                bytes += Newer.varint(
                    UInt64.random(in: 0...24, using: &random) << 3 | UInt64.random(in: 0...7, using: &random))
                bytes += Newer.varint(random.chance(20) ? random.make() : UInt64.random(in: 0...40, using: &random))
                bytes += (0..<Int.random(in: 0...20, using: &random)).map { _ in
                    UInt8.random(in: 0...30, using: &random)
                }
            }
            expectOutcome(of: bytes)
        }
    }

    @Test func `every truncated sample is refused or read`() {
        for (_, value) in Samples.all {
            let bytes = value.wireBytes()
            for length in bytes.indices { expectOutcome(of: Array(bytes[..<length]), as: type(of: value)) }
        }
    }

    @Test func `samples with flipped bits are refused or read`() {
        var random = SplitMix64.announced(for: "flipped bits")
        for (_, value) in Samples.all {
            let bytes = value.wireBytes()
            for _ in 0..<200 {
                var broken = bytes
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    guard let index = broken.indices.randomElement(using: &random) else { continue }
                    broken[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
                }
                expectOutcome(of: broken, as: type(of: value))
            }
        }
    }

    private func expectOutcome(of bytes: [UInt8]) {
        for type in TopLevel.all { expectOutcome(of: bytes, as: type) }
    }

    /// The result is either a value that is the same after encoding and decoding, or an error with its position.
    private func expectOutcome(of bytes: [UInt8], as type: any TopLevelMessage.Type) {
        do throws(WireError) {
            let value = try type.init(wireBytes: bytes)
            let written = value.wireBytes()
            let again = try type.init(wireBytes: written)
            if again.wireBytes() != written { Issue.record("\(bytes) reads as what is not written alike") }
        } catch {
            let isPlaced = (0...bytes.count).contains(error.offset) && error.path.hasPrefix("\(type)")
            if !isPlaced { Issue.record("\(bytes) is refused without a place: \(error)") }
        }
    }
}
