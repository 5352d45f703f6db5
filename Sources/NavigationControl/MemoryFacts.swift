import NavigationEvents

/// The contents of a memory and its text format: one line for each fact; a later line overrides an earlier one.
///
///     navbus 1 run 17064505982736501911
///     cue 3 4 1700000000250000000 1700000012250000000
///     page 7
///     page -
struct MemoryFacts: Hashable {
    /// A cue that was rendered.
    struct Rendering: Hashable {
        var cue: CueReference
        var dueAt: Timestamp
        /// End of the validity of the cue: the same cue after this time belongs to another occasion.
        var expires: Timestamp
    }

    let run: UInt64
    /// The oldest rendering first; each cue once.
    private(set) var renderings: [Rendering] = []
    private(set) var numbers: [String: Int64] = [:]

    init(run: UInt64) { self.run = run }

    /// Notes a cue; returns the line to append.
    mutating func add(_ rendering: Rendering) -> String {
        renderings.removeAll { $0.cue == rendering.cue }
        renderings.append(rendering)
        if renderings.count > ControlMemory.maxCues { renderings.removeFirst() }
        return rendering.line
    }

    /// Notes a number; returns the line to append.
    mutating func note(_ name: String, _ number: Int64?) -> String {
        numbers[name] = number
        return "\(name) \(number.map { "\($0)" } ?? "-")\n"
    }

    /// The complete text of the file.
    var text: String {
        "navbus 1 run \(run)\n" + renderings.map(\.line).joined()
            + numbers.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
    }

    /// Parses the text; `nil` if it is no memory. A line that a crash has truncated, or of a later version, is ignored.
    init?(_ text: String) {
        guard let end = text.lastIndex(of: "\n") else { return nil }
        let lines = text[..<end].split(separator: "\n").map { $0.split(separator: " ") }
        guard let head = lines.first, head.count == 4, head[0] == "navbus", head[1] == "1", let run = UInt64(head[3])
        else { return nil }
        self.init(run: run)
        for words in lines.dropFirst() {
            if let rendering = Rendering(words) {
                _ = add(rendering)
            } else if words.count == 2 {
                if let number = Int64(words[1]) { numbers[String(words[0])] = number }
                if words[1] == "-" { numbers[String(words[0])] = nil }
            }
        }
    }
}

extension MemoryFacts.Rendering {
    init(_ cue: Cue) {
        self.cue = cue.reference
        dueAt = cue.dueAt
        expires = cue.dueAt.advanced(bySeconds: cue.validForSeconds.isFinite ? cue.validForSeconds : 0)
    }

    fileprivate init?(_ words: [Substring]) {
        guard words.count == 5, words[0] == "cue", let identity = UInt64(words[1]), let stage = Int32(words[2]),
            let dueAt = Int64(words[3]), let expires = Int64(words[4])
        else { return nil }
        self.init(
            cue: CueReference(identity: identity, stage: CueStage(wireValue: stage)),
            dueAt: Timestamp(nanosecondsSinceEpoch: dueAt), expires: Timestamp(nanosecondsSinceEpoch: expires))
    }

    fileprivate var line: String {
        "cue \(cue.identity) \(cue.stage.rawValue) \(dueAt.nanosecondsSinceEpoch) \(expires.nanosecondsSinceEpoch)\n"
    }
}
