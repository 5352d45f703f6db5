import Platform
import TestSupport
import Testing

@Suite("Events with impossible numbers")
struct ExtremeEventTests {
    @Test func `thousands of extreme events crash neither controls nor guidance nor tools`() throws {
        var random = SplitMix64(seed: 17)
        for _ in 0..<500 {
            let bytes = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &random) }
            do throws(FuzzFinding) {
                try FuzzTarget.extremeEvents.run(bytes)
            } catch {
                Issue.record("\(error)")
                return
            }
        }
    }
}
