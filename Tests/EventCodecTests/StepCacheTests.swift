import EventCodec
import NavigationEvents
import Platform
import TestSupport
import Testing

@Suite struct StepCacheTests {
    @Test func `a message is decoded the same with and without a step memory`() throws {
        var random = SplitMix64.announced(for: "steps that come again")
        let memory = StepCache()
        var info = random.make(NavigationInfo.self)
        for _ in 0..<2000 {
            change(&info, &random)
            let bytes = info.wireBytes()
            try bytes.withUnsafeBytes { bytes in
                let read = try NavigationInfo(wireBytes: bytes, remembering: memory)
                #expect(read == info)
            }
        }
    }

    @Test func `damaged bytes fail the same with a step memory, and leave nothing in it`() throws {
        var random = SplitMix64.announced(for: "spoiled messages")
        let memory = StepCache()
        var info = random.make(NavigationInfo.self)
        for _ in 0..<2000 {
            change(&info, &random)
            var bytes = info.wireBytes()
            if random.chance(2) {
                bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
            #expect(outcome(bytes, memory) == outcome(bytes, nil))
        }
    }

    @Test func `a writer that remembers steps writes the same bytes`() {
        var random = SplitMix64.announced(for: "steps that are written again")
        var writer = WireWriter(capacity: 1, remembersSteps: true)
        var info = random.make(NavigationInfo.self)
        for _ in 0..<2000 {
            change(&info, &random)
            if random.chance(4) { info.currentStep?.number += 1 }
            if random.chance(4) { info.remainingSteps = info.remainingSteps.suffix(5) + [random.make()] }
            writer.reset()
            info.encode(into: &writer)
            #expect(writer.bytes() == info.wireBytes())
        }
    }

    private func change(_ info: inout NavigationInfo, _ random: inout SplitMix64) {
        info.fix = random.make()
        if random.chance(3) { info.currentStep = random.chance(4) ? nil : random.make(Step.self) }
        if random.chance(3) { info.nextStep = info.remainingSteps.first }
        if random.chance(4), !info.remainingSteps.isEmpty { info.remainingSteps.removeFirst() }
        if random.chance(4) { info.remainingSteps.append(random.make()) }
    }

    private func outcome(_ bytes: [UInt8], _ memory: StepCache?) -> Result<[UInt8], WireError> {
        bytes.withUnsafeBytes { bytes in
            Result { () throws(WireError) in
                // Compared by bytes: NaN equals nothing, not even itself.
                try NavigationInfo(wireBytes: bytes, remembering: memory).wireBytes()
            }
        }
    }
}
