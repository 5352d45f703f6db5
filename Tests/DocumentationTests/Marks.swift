/// What the comments before a block of commands say of how it is run.
///
/// A block without any is run as it stands, to its end, and has to end with 0.
struct Marks: Sendable {
    /// `not run: REASON`
    var reason: Reason?
    /// `while: COMMAND`: what runs meanwhile, until this block has ended.
    var meanwhile: [String] = []
    /// `before: COMMAND`: what a reader has already, such as a recording.
    var before: [String] = []
    /// `goes on: TEXT`: the block does not end by itself. What follows on the page is run while it does, once it has said this.
    var goesOn: String?
    /// `ends: what goes on`: as its reader does, the test ends first what went on.
    var endsOthers = false
    /// `Ctrl-C after: TEXT`: the block does not end by itself, and is interrupted once it has said this.
    var interruptAfter: String?
    /// `ends with: N`, for another exit code than 0; several are apart by a comma.
    var exitCodes: [Int32] = [0]
    /// `with: OLD => NEW`: what stands in the place of what a reader has of his own.
    var replacements: [(old: String, new: String)] = []

    /// Why commands cannot be run in a test. There are no others.
    enum Reason: String, CaseIterable {
        case device = "needs a device"
        case machine = "needs another machine"
        case installs = "installs software"
        case network = "needs the network"
        case long = "takes long"
        case person = "asks a person"
        case tested = "is run by its own test"
    }

    /// Takes one comment.
    mutating func take(_ words: String) throws(MarkError) {
        guard let colon = words.firstIndex(of: ":") else { throw MarkError(words) }
        let value = String(words[words.index(after: colon)...].drop { $0 == " " })
        switch words[..<colon] {
        case "not run":
            guard let reason = Reason(rawValue: value) else { throw MarkError(words) }
            self.reason = reason
        case "while": meanwhile.append(value)
        case "before": before.append(value)
        case "goes on": goesOn = value
        case "ends" where value == "what goes on": endsOthers = true
        case "Ctrl-C after": interruptAfter = value
        case "ends with": exitCodes = value.split(separator: ",").compactMap { Int32($0) }
        case "with":
            let sides = value.split(separator: " => ", maxSplits: 1).map(String.init)
            guard sides.count == 2 else { throw MarkError(words) }
            replacements.append((sides[0], sides[1]))
        default: throw MarkError(words)
        }
    }

    /// The commands with what the test has in place of what a reader has.
    func replaced(_ text: String) -> String {
        replacements.reduce(text) { $0.replacing($1.old, with: $1.new) }
    }
}

/// A comment that says nothing a block can be run by.
struct MarkError: Error, CustomStringConvertible {
    let words: String

    init(_ words: String) { self.words = words }

    var description: String {
        """
        nobody knows the mark "\(words)". Marks are while: COMMAND, before: COMMAND, goes on: TEXT, ends: what goes on, \
        Ctrl-C after: TEXT, ends with: CODE, with: OLD => NEW, and not run: REASON with the reasons \
        \(Marks.Reason.allCases.map(\.rawValue).joined(separator: ", "))
        """
    }
}
