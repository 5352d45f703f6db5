/// A parser as a fuzzer sees it: something that takes any bytes, and survives them.
///
/// The targets run in two places: in the fuzzer (`make fuzz`), and in FuzzTests with every input that was kept.
struct FuzzTarget: Sendable {
    /// What the scripts, the corpus (`Fuzz/Corpus/<name>`) and the dictionary (`Fuzz/Dictionaries/<name>.dict`) call it.
    let name: String
    /// Inputs are no longer than this; where it matters that they are long, it is longer.
    let mostBytes: Int
    /// Feeds the parser. What the parser refuses is no error; a law that does not hold is a ``FuzzFinding``.
    let run: @Sendable (_ bytes: [UInt8]) throws(FuzzFinding) -> Void

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
