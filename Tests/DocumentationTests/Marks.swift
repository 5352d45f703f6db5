/// The comments before a block of commands, which determine how it is run.
///
/// A block without marks is run to its end and must end with 0.
struct Marks: Sendable {
    /// `not run: REASON`
    var reason: Reason?
    /// `while: COMMAND`: a command that runs until this block has ended.
    var meanwhile: [String] = []
    /// `before: COMMAND`: a command that makes files that a reader has already, such as a recording.
    var before: [String] = []
    /// `continues: TEXT`: the block does not end by itself. The next blocks are run meanwhile, once it has printed TEXT.
    var goesOn: String?
    /// `ends: earlier blocks`: ends the commands of earlier `continues` blocks first.
    var endsOthers = false
    /// `Ctrl-C after: TEXT`: the block does not end by itself, and is interrupted once it has printed TEXT.
    var interruptAfter: String?
    /// `ends with: N`: another exit code than 0, or several, separated by commas.
    var exitCodes: [Int32] = [0]
    /// `with: OLD => NEW`: a replacement for a value of the reader.
    var replacements: [(old: String, new: String)] = []

    /// The reasons why commands are not run in a test.
    enum Reason: String, CaseIterable {
        case device = "needs a device"
        case machine = "needs another machine"
        case installs = "installs software"
        case network = "needs the network"
        case long = "takes long"
        case person = "asks a person"
        case tested = "is run by its own test"
    }

    /// Parses one comment.
    mutating func take(_ words: String) throws(MarkError) {
        guard let colon = words.firstIndex(of: ":") else { throw MarkError(words) }
        let value = String(words[words.index(after: colon)...].drop { $0 == " " })
        switch words[..<colon] {
        case "not run":
            guard let reason = Reason(rawValue: value) else { throw MarkError(words) }
            self.reason = reason
        case "while": meanwhile.append(value)
        case "before": before.append(value)
        case "continues": goesOn = value
        case "ends" where value == "earlier blocks": endsOthers = true
        case "Ctrl-C after": interruptAfter = value
        case "ends with": exitCodes = value.split(separator: ",").compactMap { Int32($0) }
        case "with":
            let sides = value.split(separator: " => ", maxSplits: 1).map(String.init)
            guard sides.count == 2 else { throw MarkError(words) }
            replacements.append((sides[0], sides[1]))
        default: throw MarkError(words)
        }
    }

    /// The commands with all replacements.
    func replaced(_ text: String) -> String {
        replacements.reduce(text) { $0.replacing($1.old, with: $1.new) }
    }
}

/// An invalid mark.
struct MarkError: Error, CustomStringConvertible {
    let words: String

    init(_ words: String) { self.words = words }

    var description: String {
        """
        unknown mark "\(words)". Marks are while: COMMAND, before: COMMAND, continues: TEXT, ends: earlier blocks, \
        Ctrl-C after: TEXT, ends with: CODE, with: OLD => NEW, and not run: REASON with the reasons \
        \(Marks.Reason.allCases.map(\.rawValue).joined(separator: ", "))
        """
    }
}
