/// A parser as a fuzzer sees it: something that takes any bytes, and survives them.
///
/// The targets run in two places: in the fuzzer (`make fuzz`), and in FuzzTests with every input that was kept.
struct FuzzTarget: Sendable {
    /// What the script, the inputs (`Fuzz/Seeds/<name>`, `Fuzz/Corpus/<name>`) and `Fuzz/Dictionaries/<name>.dict` call it.
    let name: String
    /// Inputs are no longer than this; where it matters that they are long, it is longer.
    let mostBytes: Int
    /// Types that the bytes get into, beside those that the target names itself: a test of the repository looks for
    /// every parser there is in the files of the targets.
    let reaches: [String]
    /// Inputs to begin with, made by the code that the parser reads after.
    let seeds: @Sendable () throws -> [[UInt8]]
    /// Feeds the parser. What the parser refuses is no error; a law that does not hold is a ``FuzzFinding``.
    let run: @Sendable (_ bytes: [UInt8]) throws(FuzzFinding) -> Void

    init(
        name: String, mostBytes: Int, reaches: [String] = [],
        seeds: @escaping @Sendable () throws -> [[UInt8]] = { [] },
        run: @escaping @Sendable (_ bytes: [UInt8]) throws(FuzzFinding) -> Void
    ) {
        self.name = name
        self.mostBytes = mostBytes
        self.reaches = reaches
        self.seeds = seeds
        self.run = run
    }

    /// The target with a name; `nil` if there is none.
    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// A law of a parser that an input breaks.
struct FuzzFinding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Throws unless the law holds.
    static func unless(_ holds: Bool, _ law: @autoclosure () -> String) throws(FuzzFinding) {
        if !holds { throw FuzzFinding(law()) }
    }
}
