import NavigationEvents

extension Utterance {
    /// What goes before what: announcements by their urgency, then what people want said, then books.
    struct Rank: Comparable {
        var kind: Int
        var priority: CuePriority

        static func < (left: Rank, right: Rank) -> Bool {
            (left.kind, left.priority) < (right.kind, right.priority)
        }
    }

    var rank: Rank {
        switch kind {
        case .announcement: Rank(kind: 2, priority: priority)
        case .person: Rank(kind: 1, priority: .unknown)
        case .book: Rank(kind: 0, priority: .unknown)
        }
    }

    /// Whether it is a piece of a book.
    var isBook: Bool {
        if case .book = kind { true } else { false }
    }

    /// Whether it tells what to do at once.
    var isNow: Bool { isAnnouncement && cue?.stage == .now }

    /// Whether there is nothing in it to say.
    var isBlank: Bool { text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    func isOutdated(at time: Timestamp) -> Bool { expires.map { $0 <= time } ?? false }

    func isOfTheSameCue(as other: Utterance) -> Bool {
        isAnnouncement && cue != nil && cue?.identity == other.cue?.identity
    }

    /// The same, to be said again from the sentence on that holds a word: who was interrupted has lost the thread.
    ///
    /// Markup cannot be begun in its middle, and an announcement is one sentence: both are said again whole.
    func continued(after word: Range<Int>?) -> Utterance {
        var rest = self
        rest.isResumed = true
        guard let word, !isAnnouncement, !properties.isSSML else { return rest }
        rest.spokenFrom = max(spokenFrom, sentenceStart(before: word.lowerBound))
        return rest
    }

    /// The first scalar of the sentence that holds a scalar of the text.
    private func sentenceStart(before place: Int) -> Int {
        let scalars = Array(text.unicodeScalars.prefix(place))
        let ends: Set<Unicode.Scalar> = [".", "!", "?", "…", "。", "！", "？", "\n"]
        let wide: Set<Unicode.Scalar> = ["。", "！", "？", "\n"]
        // The dot of "3.5" ends no sentence: a space follows an end, but in scripts that have none.
        for index in scalars.indices.reversed() where ends.contains(scalars[index]) {
            let start = index + 1
            if wide.contains(scalars[index]) { return start }
            if start < scalars.count, scalars[start].properties.isWhitespace { return start }
        }
        return 0
    }
}

extension Utterance {
    /// The words of a range of the text.
    func words(in range: Range<Int>) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)))
    }
}
