import Testing

/// The language of the project: the terms of the field, in plain sentences.
struct LanguageTests {
    /// Names that stood for a term of the field.
    private static let retiredNames = try? Regex(
        #"\b\w*(Desk|Office|Gatekeeper|[Oo]nlooker|Lineup|RunBoard|Conductor|IdentityMint|Surroundings|Showcase|Exhibit"#
            + #"|Carousel|Keyhole|[Ii]nvigilator|ReturnFinder|StartFinder|AgainstFinder|Extrapolation|[Ss]tandstill"#
            + #"|Recollection|Happenings|wayDoubt|likeness)\w*\b|\b(takeUp|carryOn|isDeaf|owes|wards)\b|\bHeart\b|\bDoor\b"#)
    /// Declarations of bounds by other words than `max` and `min`.
    private static let bounds = try? Regex(#"\b(let|var|func) (most|least|longest|fewest)[A-Z]\w*"#)
    /// Sentences that a reader has to translate.
    private static let sentences = try? Regex(
        #"(^|[.:;?!] |/// |// |\| |# |\* |- )(Who|Whoever|Nobody|Somebody) |(/// |// |# |\* )What [^?]*$"#
            + #"|\b(anew|is told|are told|was told|is felt first)\b|\b(goes|go|went) on\b(?! (and|to|at|for|with)\b)"#)

    @Test func `code has the names of the field`() throws {
        let retired = try #require(Self.retiredNames)
        let bounds = try #require(Self.bounds)
        for file in try texts(ending: [".swift"]) {
            for (number, line) in file.lines.enumerated() {
                if let match = line.firstMatch(of: retired) ?? line.firstMatch(of: bounds) {
                    Issue.record("\(file.path):\(number + 1): \(line[match.range]) is not the term of the field")
                }
            }
        }
    }

    @Test func `comments and documents are plain sentences`() throws {
        let sentences = try #require(Self.sentences)
        for file in try texts(ending: [".swift", ".md", ".py", ".proto", ".toml", ".sh", ".c", ".h", ".js"]) {
            for (number, line) in file.lines.enumerated() {
                if let match = line.firstMatch(of: sentences) {
                    Issue.record("\(file.path):\(number + 1): \"\(line[match.range])\" is not a plain sentence")
                }
            }
        }
    }

    @Test(
        arguments: [
            "/// Who reads this is told nothing.", "// What a bus counts.", "It goes on behind the death.", "begun anew",
        ])
    func `a sentence to translate is found`(line: String) throws {
        #expect(try line.firstMatch(of: #require(Self.sentences)) != nil)
    }

    @Test(arguments: ["/// The bus counts.", "| What does a term mean? |", "the light goes on at night"])
    func `a plain sentence is not found`(line: String) throws {
        #expect(try line.firstMatch(of: #require(Self.sentences)) == nil)
    }

    /// The files that people write: no inputs of tests, no spoken sentences, no history.
    private func texts(ending: [String]) throws -> [Repository.TextFile] {
        try Repository.texts(ending: ending).filter { file in
            !file.path.hasSuffix("LanguageTests.swift") && file.path != "CHANGELOG.md"
                && !["/Fixtures/", "/Languages/", "Fuzz/Corpus/", "Fuzz/Cases/", "Fuzz/Seeds/", "Tests/Samples/", "/towns/"]
                    .contains { file.path.contains($0) }
        }
    }
}
