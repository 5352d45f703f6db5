import Foundation
import Testing

/// The language of the project: the terms of the field, in plain sentences.
struct LanguageTests {
    /// Names that stood for a term of the field.
    private static let retiredNames =
        #"\b\w*(Desk(?!top)|Office|Gatekeeper|[Oo]nlooker|Lineup|RunBoard|Conductor|IdentityMint|Surroundings|Showcase|Exhibit"#
        + #"|Carousel|Keyhole|[Ii]nvigilator|ReturnFinder|StartFinder|AgainstFinder|Extrapolation|[Ss]tandstill"#
        + #"|Recollection|Happenings|wayDoubt|likeness)\w*\b|\b(takeUp|carryOn|isDeaf|owes|wards)\b|\bHeart\b|\bDoor\b"#
    /// Declarations of bounds by other words than `max` and `min`.
    private static let bounds = #"\b(let|var|func) (most|least|longest|fewest)[A-Z]\w*"#
    /// Sentences that a reader has to translate.
    private static let sentences =
        #"(^|[.:;?!] |/// |// |\| |# |\* |- )(Who|Whoever|Nobody|Somebody) |(/// |// |# |\* )What [^?\n]*$"#
        + #"|\b(anew|is told|are told|was told|is felt first)\b|\b(goes|go|went) on\b(?! (and|to|at|for|with)\b)"#

    @Test func `code has the names of the field`() throws {
        for file in try texts(ending: [".swift"]) {
            for match in try Self.matches(of: "\(Self.retiredNames)|\(Self.bounds)", in: file.text) {
                Issue.record("\(file.path):\(match.line): \(match.text) is not the term of the field")
            }
        }
    }

    @Test func `comments and documents are plain sentences`() throws {
        for file in try texts(ending: [".swift", ".md", ".py", ".proto", ".toml", ".sh", ".c", ".h", ".js"]) {
            for match in try Self.matches(of: Self.sentences, in: file.text) {
                Issue.record("\(file.path):\(match.line): \"\(match.text)\" is not in a plain sentence")
            }
        }
    }

    @Test(
        arguments: [
            "/// Who reads this is told nothing.", "// What a bus counts.", "It goes on behind the death.",
            "begun anew",
        ])
    func `a sentence to translate is found`(line: String) throws {
        #expect(try !Self.matches(of: Self.sentences, in: line).isEmpty)
    }

    @Test(arguments: ["/// The bus counts.", "| What does a term mean? |", "the light goes on at night"])
    func `a plain sentence is not found`(line: String) throws {
        #expect(try Self.matches(of: Self.sentences, in: line).isEmpty)
    }

    private static func matches(of pattern: String, in text: String) throws -> [(line: Int, text: String)] {
        let whole = NSRange(text.startIndex..., in: text)
        return try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines).matches(in: text, range: whole)
            .compactMap { Range($0.range, in: text) }
            .map { (text[..<$0.lowerBound].count { $0 == "\n" } + 1, String(text[$0])) }
    }

    /// The files that people write: no inputs of tests, no spoken sentences, no history.
    private func texts(ending: [String]) throws -> [Repository.TextFile] {
        try Repository.texts(ending: ending).filter { file in
            !file.path.hasSuffix("LanguageTests.swift") && file.path != "CHANGELOG.md"
                && ![
                    "/Fixtures/", "/Languages/", "Fuzz/Corpus/", "Fuzz/Cases/", "Fuzz/Seeds/", "Tests/Samples/",
                    "/towns/",
                ]
                .contains { file.path.contains($0) }
        }
    }
}
