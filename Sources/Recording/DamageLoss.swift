import NavigationEvents

/// What damage takes from a recording: counted where a file's own summary says what it held; known by the numbers of the
/// events around it where it stands between two; else only known to be.
struct DamageLoss {
    /// Events that summaries count and that could not be read.
    private(set) var counted: UInt64 = 0
    private var hasEvents = false
    private var isBefore = false
    private var isBehind = false
    private var isOpen = false

    /// An event was read.
    mutating func noteEvent() {
        hasEvents = true
        isOpen = false
    }

    /// Something could not be read.
    ///
    /// - Parameter part: Where; `nil` if the part could not be opened at all.
    mutating func note(_ error: RecordingError, in part: PartReader?) {
        if part?.unread != nil { return }
        if error.isOfTail {
            isBehind = true
        } else if hasEvents {
            isOpen = true
        } else {
            isBefore = true
        }
    }

    /// A part was read to its end.
    mutating func noteEnd(of part: PartReader) {
        if part.hasDamage { counted = (part.unread ?? [:]).values.reduce(counted) { $0.adding(clamped: $1) } }
    }

    /// Where events are missing that nobody counted; `nil` if there is no such place.
    var unknown: String? {
        if isBefore { return "damaged before the first event" }
        return isBehind || isOpen ? "damaged behind the last event" : nil
    }
}

extension RecordingError {
    fileprivate var isOfTail: Bool {
        switch self {
        case .damaged(let path, _, _), .tooLarge(let path, _, _, _, _):
            path.hasSuffix(".mcap.tail") || path.hasSuffix(".mcap.tail2")
        default: false
        }
    }
}

extension RecordingGap {
    /// What the reasons of gaps begin with that a repair wrote.
    static let damaged = "damaged"

    /// Whether a repair wrote it: then it has no numbers.
    var isOfDamage: Bool { firstSequence == 0 && reason.hasPrefix(Self.damaged) }
}
