import Regions
import Testing

/// Words in the form in which they are compared.
@Suite struct FoldedTextTests {
    @Test(
        arguments: [
            ("Plöck", "plock"), ("PLOECK", "plock"), ("Hauptstraße", "hauptstr"), ("Hauptstrasse", "hauptstr"),
            ("Hauptstr.", "hauptstr"), ("Świętokrzyska", "swietokrzyska"), ("Łódź", "lodz"), ("Ørsted", "orsted"),
            ("Straße des 17. Juni", "str des 17 juni"), ("L'Église", "leglise"), ("Αθήνα", "αθηνα"),
            ("Москва", "москва"), ("東京駅", "東 京 駅"), ("e\u{301}", "e"), ("Đà Nẵng", "da nang"), ("…—!", ""),
            ("<script>alert(1)</script>", "script alert 1 script"),
        ])
    func `spellings of one name are equal`(text: String, folded: String) {
        #expect(FoldedText.text(text) == folded)
    }

    @Test func `a very long name costs little`() {
        #expect(FoldedText.words(String(repeating: "a ", count: 100_000)).count == 64)
        #expect(FoldedText.text(String(repeating: "a", count: 1_000_000)).count <= 1024)
    }
}
