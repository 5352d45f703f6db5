import Platform
import TestSupport
import Testing

@testable import Watch

@Suite("Texts in columns")
struct GlyphTests {
    private func glyphs(_ text: String) -> [String] { Glyph.all(of: text, isASCII: false).map(\.text) }
    private func width(_ text: String) -> Int { Glyph.all(of: text, isASCII: false).width }

    @Test func `letters have the widths of terminals`() {
        #expect(width("Straße") == 6)
        #expect(width("東京") == 4)
        #expect(width("한국") == 4)
        #expect(width("شارع") == 4)
        #expect(width("e\u{301}") == 1)
        #expect(width("🚲") == 2)
        #expect(width("\u{200D}\u{FE0F}\u{AD}") == 0)
    }

    @Test func `of ambiguous sequences only parts with a common width are kept`() {
        #expect(glyphs("👩‍👩‍👧") == ["👩"])
        #expect(glyphs("👍🏽") == ["👍"])
        #expect(glyphs("🇩🇪") == ["D", "E"])
        #expect(glyphs("⛴️") == ["⛴"])
        #expect(glyphs("Z" + String(repeating: "\u{301}", count: 40)) == ["Z\u{301}\u{301}"])
        #expect(glyphs("\u{301}a") == ["a"])
    }

    @Test func `no text controls the terminal, and each glyph is small`() {
        var generator = SplitMix64.announced(for: "glyphs")
        for _ in 0..<2000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<12 {
                let most: UInt32 = generator.chance(3) ? 0x1_FFFF : 0x3000
                if let scalar = Unicode.Scalar(UInt32.random(in: 0..<most, using: &generator)) { text.append(scalar) }
            }
            for isASCII in [false, true] {
                for glyph in Glyph.all(of: String(text), isASCII: isASCII) {
                    #expect((1...2).contains(glyph.width) && glyph.text.utf8.count <= 16)
                    let scalars = glyph.text.unicodeScalars
                    #expect(!scalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
                }
            }
        }
    }
}
