/// What stands behind the name of a subcommand, taken apart: options with a value, flags, and the words between them.
///
///     let words = try CommandWords(["show", "--size", "96"], options: ["--size"])
///     words.words  // ["show"]
///     try words.number("--size", in: 16...512)  // 96
public struct CommandWords: Sendable, Hashable {
    /// Why it cannot be understood, as a sentence for who typed it.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// What was typed, and what would be understood.
        public var text: String

        /// Makes a problem.
        public init(text: String) { self.text = text }

        /// What was typed, and what would be understood.
        public var description: String { text }
    }

    /// The words that are no options, in order.
    public private(set) var words: [String] = []
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// Takes the arguments apart; behind `--` everything is a word.
    ///
    /// - Parameters:
    ///   - arguments: What stands behind the name of the program.
    ///   - options: Names of those that have a value behind them, or after `=`: "--to".
    ///   - flags: Names of those that have none: "--json".
    ///   - takesNumbers: Whether `-1` is a word, for whoever can say what is wrong with it.
    public init(
        _ arguments: [String], options: Set<String> = [], flags: Set<String> = [], takesNumbers: Bool = false
    ) throws(Problem) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let name = String(argument.prefix { $0 != "=" })
            if argument == "--" {
                words += rest
                return
            } else if !argument.hasPrefix("-") || argument == "-" || takesNumbers && Double(argument) != nil {
                words.append(argument)
            } else if flags.contains(argument) {
                self.flags.insert(argument)
            } else if options.contains(name) {
                let value = name.count < argument.count ? String(argument.dropFirst(name.count + 1)) : rest.popFirst()
                guard let value else { throw Problem(text: "\(name) wants a value; try --help") }
                values[name] = value
            } else {
                throw Problem(
                    text: "unknown option \"\(argument)\"; try --help, and put -- before words that begin with -")
            }
        }
    }

    /// Whether an explanation is asked for; behind `--` everything is a word.
    public static func wantHelp(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    /// Whether a flag was given.
    public func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option; `nil` if it was not given.
    public func text(_ option: String) -> String? { values[option] }

    /// The number of an option; `nil` if it was not given.
    public func number(_ option: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
        guard let text = values[option] else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw Problem(text: "\(option) \(text): use a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The member of an enumeration that an option names; `nil` if it was not given.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(_ option: String) throws(Problem) -> Choice? {
        guard let text = values[option] else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(text: "\(option) \(text): use one of \(known)")
        }
        return choice
    }
}
