import Testing

@testable import Announcements

@Suite struct GrammarTests {
    @Test func `literal text before the first bar is not a field`() {
        #expect(Grammar("DISTANCE").pieces == [Grammar.Piece(field: nil, literal: "DISTANCE")])
    }

    @Test func `a piece is the name of a field and literal text`() {
        #expect(
            Grammar("in |DISTANCE |MANOEUVREADDON先、|, then |UNKNOWN x").pieces == [
                Grammar.Piece(field: nil, literal: "in "),
                Grammar.Piece(field: .distance, literal: " "),
                Grammar.Piece(field: .maneuverAddition, literal: "先、"),
                Grammar.Piece(field: nil, literal: ", then "),
                Grammar.Piece(field: nil, literal: "UNKNOWN x"),
            ])
    }

    @Test(arguments: ["", "|", "||", " | "]) func `an empty grammar gives no text`(_ text: String) {
        #expect(Grammar(text).filled { _, _, _ in Wording(text: "x", clips: ["x"]) } == Wording())
    }

    @Test func `an empty field removes its literal text`() {
        let said = Grammar("|DISTANCE先、|MANOEUVRE1曲がる").filled { field, _, _ in
            field == .maneuver1 ? Wording(text: "左に") : Wording()
        }
        #expect(said.text == "左に曲がる")
    }

    @Test func `literal text is left out if all fields that it introduces are empty`() {
        let said = Grammar("go |MANOEUVRE1 |, then |IMMEDIATELY |MANOEUVRE2").filled { field, _, _ in
            field == .maneuver1 ? Wording(text: "left", clips: ["left"]) : Wording()
        }
        #expect(said == Wording(text: "go left", clips: ["go", "left"]))
    }

    @Test func `literal texts become clips named after their words`() {
        #expect(Grammar.clips(ofLiteral: ", then ") == ["then"])
        #expect(Grammar.clips(ofLiteral: " at the end ") == ["at_the_end"])
        #expect(Grammar.clips(ofLiteral: "、 ") == [])
    }

    @Test(arguments: [
        ("a  b", "a b"), ("a , b", "a, b"), (", a", "a"), ("a ,", "a"), ("a, , b", "a, b"), ("a\n\tb", "a b"),
        ("onto B 37.", "onto B 37"), ("go left.", "go left."), ("Straße des 17. Juni", "Straße des 17. Juni"),
    ])
    func `spaces and separators of empty fields are removed`(_ text: String, _ normalized: String) {
        #expect(Grammar.normalized(text) == normalized)
    }
}
