/// The rules that choose the form of a word after a number, in the syntax of Unicode's CLDR.
///
///     one = "i = 1 and v = 0"
///     few = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"
///
/// Source: Unicode Technical Standard 35, part 3, "Language Plural Rules". Numbers have at most one decimal place here.
public struct PluralRules: Sendable, Hashable {
    /// The categories that may have a rule, in the order in which they are tried.
    public static let categories = ["zero", "one", "two", "few", "many"]
    /// The category of the numbers that match no rule.
    public static let rest = "other"

    private var rules: [Rule] = []

    /// Creates the rules of a language whose words do not change after numbers.
    public init() {}

    /// Parses and adds the rule of one category.
    ///
    /// - Throws: The syntax error, as the end of a sentence.
    mutating func add(_ rule: String, for category: String) throws(PluralRuleProblem) {
        var reader = PluralRuleReader(rule)
        rules.append(Rule(category: category, alternatives: try reader.alternatives()))
        rules.sort { Self.rank($0.category) < Self.rank($1.category) }
    }

    /// Returns these rules together with the rules of `others` for further categories.
    func overlaid(on others: PluralRules) -> PluralRules {
        var merged = self
        merged.rules += others.rules.filter { other in !rules.contains { $0.category == other.category } }
        merged.rules.sort { Self.rank($0.category) < Self.rank($1.category) }
        return merged
    }

    /// Whether there are no rules.
    public var isEmpty: Bool { rules.isEmpty }

    /// Returns the category of a number.
    ///
    /// - Parameter tenths: The number in tenths, not negative: 15 for 1.5.
    public func category(ofTenths tenths: Int) -> String {
        rules.first { $0.fits(tenths) }?.category ?? Self.rest
    }

    private static func rank(_ category: String) -> Int { categories.firstIndex(of: category) ?? categories.count }

    private struct Rule: Hashable {
        var category: String
        /// The alternatives, joined by "or"; the relations of each are joined by "and".
        var alternatives: [[PluralRelation]]

        func fits(_ tenths: Int) -> Bool {
            alternatives.contains { $0.allSatisfy { $0.holds(for: tenths) } }
        }
    }
}

/// A syntax error in a plural rule.
struct PluralRuleProblem: Error {
    var text: String
}

/// One relation of a rule: `i % 10 != 2..4,6`.
struct PluralRelation: Sendable, Hashable {
    var operand: Character
    var modulus: Int?
    var isNegated: Bool
    var ranges: [ClosedRange<Int>]

    func holds(for tenths: Int) -> Bool {
        var value = scaled(tenths)
        if let modulus { value %= modulus * 10 }
        // A number with a fraction never equals a whole number.
        let isAmong = value.isMultiple(of: 10) && ranges.contains { $0.contains(value / 10) }
        return isAmong != isNegated
    }

    /// Returns the value of the operand, in tenths.
    private func scaled(_ tenths: Int) -> Int {
        let decimal = tenths % 10
        switch operand {
        case "n": return tenths
        case "i": return tenths - decimal
        // The number of decimal places, with or without trailing zeros.
        case "v", "w": return decimal == 0 ? 0 : 10
        // The decimals as a whole number.
        case "f", "t": return decimal * 10
        // A spoken number has no exponent.
        default: return 0
        }
    }
}

/// Parses a plural rule from left to right.
struct PluralRuleReader {
    private static let operands: Set<Character> = ["n", "i", "v", "w", "f", "t", "c", "e"]
    /// The largest number that a rule may name.
    private static let maxNumber = 1_000_000_000

    private let words: [String]
    private var index = 0

    init(_ rule: String) {
        // Examples of numbers may follow the condition; they are ignored.
        let condition = rule.prefix { $0 != "@" }
        var words: [String] = []
        for character in condition where !character.isWhitespace || words.last != "" {
            if character.isWhitespace {
                words.append("")
            } else if let last = words.last, Self.continues(last, character) {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
            }
        }
        self.words = words.filter { !$0.isEmpty }
    }

    mutating func alternatives() throws(PluralRuleProblem) -> [[PluralRelation]] {
        var all: [[PluralRelation]] = []
        repeat {
            var relations: [PluralRelation] = []
            repeat { relations.append(try relation()) } while take("and")
            all.append(relations)
        } while take("or")
        if let word = peek { throw PluralRuleProblem(text: "expected \"and\", \"or\" or the end, found \"\(word)\"") }
        return all
    }

    /// Whether a character continues the word before it: letters, digits, and the signs `!=` and `..`.
    private static func continues(_ word: String, _ next: Character) -> Bool {
        switch word.last {
        case .some(let last) where last.isLetter: next.isLetter
        case .some(let last) where last.isNumber: next.isNumber
        case "!": next == "="
        case ".": next == "." && word == "."
        default: false
        }
    }

    private var peek: String? { index < words.count ? words[index] : nil }

    private mutating func take(_ word: String) -> Bool {
        guard peek == word else { return false }
        index += 1
        return true
    }

    private mutating func relation() throws(PluralRuleProblem) -> PluralRelation {
        guard let word = peek, word.count == 1, let operand = word.first, Self.operands.contains(operand) else {
            throw expected("one of n, i, v, w, f, t, c, e")
        }
        index += 1
        var modulus: Int?
        if take("%") || take("mod") {
            let number = try number()
            guard number > 0 else { throw PluralRuleProblem(text: "a division by 0 is not possible") }
            modulus = number
        }
        let isNegated = take("!=")
        guard isNegated || take("=") else { throw expected("\"=\" or \"!=\"") }
        var ranges: [ClosedRange<Int>] = []
        repeat {
            let first = try number()
            let last = take("..") ? try number() : first
            guard first <= last else { throw PluralRuleProblem(text: "the range \(first)..\(last) is empty") }
            ranges.append(first...last)
        } while take(",")
        return PluralRelation(operand: operand, modulus: modulus, isNegated: isNegated, ranges: ranges)
    }

    private mutating func number() throws(PluralRuleProblem) -> Int {
        guard let word = peek, let number = Int(word), (0...Self.maxNumber).contains(number) else {
            throw expected("a whole number up to \(Self.maxNumber)")
        }
        index += 1
        return number
    }

    private func expected(_ what: String) -> PluralRuleProblem {
        PluralRuleProblem(text: "expected \(what), found \(peek.map { "\"\($0)\"" } ?? "the end")")
    }
}
