import Platform
import TestSupport
import Testing

@testable import Pictures

@Suite("Displayable texts")
struct DisplayableTests {
    @Test func `displayable text has the same number of scalars and no control characters`() {
        var generator = SplitMix64.announced(for: "texts")
        for _ in 0..<500 {
            var text = String.UnicodeScalarView()
            for _ in 0..<20 {
                let most: UInt32 = generator.chance(2) ? 0x100 : 0x3000
                if let scalar = Unicode.Scalar(UInt32.random(in: 0..<most, using: &generator)) { text.append(scalar) }
            }
            let shown = String(text).displayable
            #expect(shown.unicodeScalars.count == text.count)
            #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(shown.displayable == shown)
        }
    }
}
