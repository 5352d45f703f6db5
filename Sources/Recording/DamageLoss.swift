import NavigationEvents

/// The events that damage takes from a recording. They are counted if the summary of a file has their number, and known
/// by their sequence numbers if they lie between two events; otherwise only the fact of a loss is known.
struct DamageLoss {
    /// Number of events in the summaries that could not be read.
    private(set) var counted: UInt64 = 0
    private var hasEvents = false
    private var isBefore = false
    private var isAfter = false
    private var isOpen = false

    /// Notes an event that was read.
    mutating func noteEvent() {
        hasEvents = true
        isOpen = false
    }

    /// Notes damage.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - part: The part; `nil` if it could not be opened at all.
    mutating func note(_ error: RecordingError, in part: PartReader?) {
        if part?.unread != nil { return }
        if error.isOfTail {
            isAfter = true
        } else if hasEvents {
            isOpen = true
        } else {
            isBefore = true
        }
    }

    /// Notes the end of a part.
    mutating func noteEnd(of part: PartReader) {
        if part.hasDamage { counted = (part.unread ?? [:]).values.reduce(counted) { $0.adding(clamped: $1) } }
    }

    /// The position of uncounted loss, as text; `nil` if there is none.
    var unknown: String? {
        if isBefore { return "damaged before the first event" }
        return isAfter || isOpen ? "damaged after the last event" : nil
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
    /// Prefix of the reason of a gap that a repair wrote.
    static let damaged = "damaged"

    /// Whether a repair wrote the gap, which then has no sequence numbers.
    var isOfDamage: Bool { firstSequence == 0 && reason.hasPrefix(Self.damaged) }
}
