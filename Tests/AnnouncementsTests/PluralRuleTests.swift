import Testing

@testable import Announcements

@Suite struct PluralRuleTests {
    private func rules(_ texts: [String: String]) throws -> PluralRules {
        var rules = PluralRules()
        for (category, text) in texts { try rules.add(text, for: category) }
        return rules
    }

    private func categories(_ rules: PluralRules, _ tenths: [Int]) -> [String] {
        tenths.map { rules.category(ofTenths: $0) }
    }

    @Test func `Polish has three plural forms`() throws {
        let polish = try rules([
            "one": "i = 1 and v = 0", "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
            "many": "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14",
        ])
        #expect(
            categories(polish, [10, 20, 40, 50, 110, 120, 210, 220, 15, 1000, 3000])
                == ["one", "few", "few", "many", "many", "many", "many", "few", "other", "many", "many"])
    }

    @Test func `numbers with a fraction have their own category`() throws {
        let rules = try rules(["one": "n = 1", "two": "f = 5", "few": "n = 2..4 and v = 0", "many": "t != 0"])
        #expect(
            categories(rules, [10, 15, 25, 20, 23, 50, 0]) == ["one", "two", "two", "few", "many", "other", "other"])
    }

    @Test func `a range contains no fractions`() throws {
        #expect(categories(try rules(["few": "n = 1..3"]), [10, 15, 30, 35]) == ["few", "other", "few", "other"])
        #expect(categories(try rules(["few": "n % 10 = 1..3,7"]), [115, 110, 170]) == ["other", "few", "few"])
    }

    @Test func `examples and spaces in a rule are ignored`() throws {
        let rules = try rules(["one": " n%10=1 and n%100!=11  @integer 1, 21, 31, …"])
        #expect(categories(rules, [10, 110, 210]) == ["one", "other", "one"])
    }

    @Test func `without rules all numbers have the same category`() {
        #expect(PluralRules().category(ofTenths: 10) == "other")
    }

    @Test(arguments: [
        "", "n", "n =", "n = x", "m = 1", "n = 1 and", "n = 1 or or n = 2", "n % 0 = 1", "n = 4..2", "n == 1",
        "n = 1 2",
        "n = 99999999999999999999", "n = -1", "n = 1...3", "n = 1,", "nn = 1",
    ])
    func `an invalid rule is refused`(_ text: String) {
        var rules = PluralRules()
        #expect(throws: PluralRuleProblem.self) { try rules.add(text, for: "one") }
    }
}
