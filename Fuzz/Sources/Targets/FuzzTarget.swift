/// A fuzz target: a parser that must survive any bytes.
///
/// The targets run in the fuzzer (`make fuzz`), and in FuzzTests with all kept inputs.
struct FuzzTarget: Sendable {
    /// The name, also of its inputs (`Fuzz/Seeds/<name>`, `Fuzz/Corpus/<name>`) and of `Fuzz/Dictionaries/<name>.dict`.
    let name: String
    /// Maximum length of inputs.
    let maxBytes: Int
    /// Types that parse the bytes, besides those that the code of the target names: a test of the repository checks
    /// that the targets name every parser.
    let reaches: [String]
    /// The first inputs, made by the code whose output the parser reads.
    let seeds: @Sendable () throws -> [[UInt8]]
    /// Feeds the parser. A refusal is not an error; a violated property is a ``FuzzFinding``.
    let run: @Sendable (_ bytes: [UInt8]) throws(FuzzFinding) -> Void

    init(
        name: String, maxBytes: Int, reaches: [String] = [],
        seeds: @escaping @Sendable () throws -> [[UInt8]] = { [] },
        run: @escaping @Sendable (_ bytes: [UInt8]) throws(FuzzFinding) -> Void
    ) {
        self.name = name
        self.maxBytes = maxBytes
        self.reaches = reaches
        self.seeds = seeds
        self.run = run
    }

    /// The target with a name; `nil` if it does not exist.
    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// A property of a parser that an input violates.
struct FuzzFinding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Throws unless the property holds.
    static func unless(_ holds: Bool, _ law: @autoclosure () -> String) throws(FuzzFinding) {
        if !holds { throw FuzzFinding(law()) }
    }
}
