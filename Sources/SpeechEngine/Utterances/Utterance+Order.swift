import NavigationEvents

extension Utterance {
    /// The precedence of utterances: announcements by urgency, then texts of people, then books.
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

    /// Whether the utterance is a piece of a book.
    var isBook: Bool {
        if case .book = kind { true } else { false }
    }

    /// Whether the utterance is an announcement of the stage `now`.
    var isNow: Bool { isAnnouncement && cue?.stage == .now }

    /// Whether the text is only white space.
    var isBlank: Bool { text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    func isOutdated(at time: Timestamp) -> Bool { expires.map { $0 <= time } ?? false }

    func isOfTheSameCue(as other: Utterance) -> Bool {
        isAnnouncement && cue != nil && cue?.identity == other.cue?.identity
    }

    /// Returns the rest of an interrupted utterance, from the beginning of the sentence with the last word.
    ///
    /// SSML cannot begin in its middle, and an announcement is one sentence, so both begin again.
    func continued(after word: Range<Int>?) -> Utterance {
        var rest = self
        rest.isResumed = true
        guard let word, !isAnnouncement, !properties.isSSML else { return rest }
        rest.startOffset = max(startOffset, sentenceStart(before: word.lowerBound))
        return rest
    }

    /// Returns the first scalar of the sentence at an offset of the text.
    private func sentenceStart(before offset: Int) -> Int {
        let scalars = Array(text.unicodeScalars.prefix(offset))
        let ends: Set<Unicode.Scalar> = [".", "!", "?", "…", "。", "！", "？", "\n"]
        let wide: Set<Unicode.Scalar> = ["。", "！", "？", "\n"]
        // The dot of "3.5" does not end a sentence: a space follows an end, except in scripts without spaces.
        for index in scalars.indices.reversed() where ends.contains(scalars[index]) {
            let start = index + 1
            if wide.contains(scalars[index]) { return start }
            if start < scalars.count, scalars[start].properties.isWhitespace { return start }
        }
        return 0
    }
}

extension Utterance {
    /// Returns a range of the text.
    func words(in range: Range<Int>) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)))
    }
}
