/// The parsed arguments of a subcommand: options with a value, flags, and the words between them.
///
///     let words = try CommandArguments(["show", "--size", "96"], options: ["--size"])
///     words.words  // ["show"]
///     try words.number("--size", in: 16...512)  // 96
public struct CommandArguments: Sendable, Hashable {
    /// The reason why arguments cannot be parsed, as a sentence for the user.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// The invalid argument, and what is valid instead.
        public var text: String

        /// Makes a problem.
        public init(text: String) { self.text = text }

        /// The invalid argument, and what is valid instead.
        public var description: String { text }
    }

    /// The arguments that are not options, in order.
    public private(set) var words: [String] = []
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// Parses arguments; after `--` every argument is a word.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the subcommand.
    ///   - options: Names of options with a value, such as "--to". The value is the next argument, or follows `=`.
    ///   - flags: Names of options without a value, such as "--json".
    ///   - acceptsNumbers: Whether an argument such as `-1` is a word, which the caller then checks.
    /// - Throws: ``Problem`` for an unknown option or a missing value.
    public init(
        _ arguments: [String], options: Set<String> = [], flags: Set<String> = [], acceptsNumbers: Bool = false
    ) throws(Problem) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let name = String(argument.prefix { $0 != "=" })
            if argument == "--" {
                words += rest
                return
            } else if !argument.hasPrefix("-") || argument == "-" || acceptsNumbers && Double(argument) != nil {
                words.append(argument)
            } else if flags.contains(argument) {
                self.flags.insert(argument)
            } else if options.contains(name) {
                let value = name.count < argument.count ? String(argument.dropFirst(name.count + 1)) : rest.popFirst()
                guard let value else { throw Problem(text: "\(name) wants a value") }
                values[name] = value
            } else {
                throw Problem(
                    text: "unknown option \"\(argument)\"; put -- before words that begin with -")
            }
        }
    }

    /// Whether the arguments contain `--help` or `-h` before any `--`.
    public static func requestsHelp(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    /// Whether a flag is present.
    public func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option; `nil` if the option is absent.
    public func text(_ option: String) -> String? { values[option] }

    /// The value of an option as a number; `nil` if the option is absent.
    ///
    /// - Throws: ``Problem`` if the value is not a number in `range`.
    public func number(_ option: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
        guard let text = values[option] else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw Problem(text: "\(option) \(text): use a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The member of an enumeration whose raw value an option has; `nil` if the option is absent.
    ///
    /// - Throws: ``Problem`` if the value is no member.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(_ option: String) throws(Problem) -> Choice? {
        guard let text = values[option] else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(text: "\(option) \(text): use one of \(known)")
        }
        return choice
    }
}
