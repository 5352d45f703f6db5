public import NavigationEvents

/// What is in a recording.
public struct RecordingInfo: Sendable, Hashable {
    /// Places that are listed at most.
    public static let mostDamage = 1000

    /// Files, in order.
    public var paths: [String] = []
    /// Bytes of the files.
    public var bytes = 0
    /// Events.
    public var events: UInt64 = 0
    /// When the first event was published.
    public var first: Timestamp?
    /// When the last event was published.
    public var last: Timestamp?
    /// Events of each topic of each session, by name on the wire (`onGPS/main`).
    public var counts: [String: UInt64] = [:]
    /// Navigations begun.
    public var navigations: UInt64 = 0
    /// Runs of the bus, in order of appearance.
    public var runs: [UInt64] = []
    /// Events known to be missing: numbers missing in the sequences of runs and sessions, and what is known to have come
    /// before the first one there or after the last one.
    public var missing: UInt64 = 0
    /// Events that the files count and that could not be read, now or by `navbus recover` before: they are damaged.
    public var unreadable: UInt64 = 0
    /// Where events are missing that nobody counted: `damaged before the first event`; `nil` if nowhere.
    public var unknownLoss: String?
    /// Events of ``gaps`` whose numbers are missing between others, and before the first one or after the last one.
    private var gapsWithin: UInt64 = 0
    private var gapsBeyond: UInt64 = 0
    /// Events that are there more than once.
    public var duplicates: UInt64 = 0
    /// Events that come after one with a higher number.
    public var disordered: UInt64 = 0
    /// What the recorder said it could not write.
    public var gaps: [RecordingGap] = []
    /// Places that could not be read; at most ``mostDamage`` are listed.
    public var damage: [RecordingError] = []
    /// Bytes that belong to no whole record.
    public var tornBytes = 0
    /// Whether every file was finished by its recorder; it may be damaged nevertheless.
    public var isFinished = false
    /// Whether every file was finished by its recorder and is not damaged.
    public var isWhole = false
    /// Messages of other channels, by the name of the channel.
    public var passedOver: [String: UInt64] = [:]
    /// What the recorder wrote about itself, by part.
    public var metadata: [[String: String]] = []

    /// Reads a recording from end to end.
    ///
    /// - Throws: ``RecordingError`` if it cannot be opened; damage within is part of the answer.
    public init(_ paths: [String]) throws(RecordingError) {
        self.paths = paths
        var reader = try RecordingReader(paths)
        var order = SequenceCheck()
        while true {
            do {
                guard let event = try reader.next() else { break }
                take(event, &order)
            } catch {
                if damage.count < Self.mostDamage { damage.append(error) }
            }
        }
        (duplicates, disordered) = (order.duplicates, order.disordered)
        runs = order.runs
        gaps = reader.gaps
        takeLoss(reader.loss, order)
        tornBytes = reader.tornBytes
        isFinished = reader.isWhole
        isWhole = isFinished && damage.isEmpty
        passedOver = reader.passedOver
        metadata = reader.metadata
        bytes = reader.bytes
    }

    private mutating func take(_ event: RecordedEvent, _ order: inout SequenceCheck) {
        events += 1
        first = min(first ?? event.logTime, event.logTime)
        last = max(last ?? event.logTime, event.logTime)
        counts[event.topic.wireName(session: event.session), default: 0] += 1
        if event.topic == .onNavigationStarted { navigations += 1 }
        order.take(event.numbers, session: event.session)
    }

    private mutating func takeLoss(_ loss: DamageLoss, _ order: SequenceCheck) {
        let damaged = gaps.filter(\.isOfDamage)
        unreadable = damaged.reduce(loss.counted) { $0.adding(clamped: $1.count) }
        unknownLoss = loss.unknown ?? damaged.first { $0.count == 0 }?.reason
        for gap in gaps where gap.firstSequence > 0 {
            if order.isBeyond(gap) {
                gapsBeyond = gapsBeyond.adding(clamped: gap.count)
            } else {
                gapsWithin = gapsWithin.adding(clamped: gap.count)
            }
        }
        missing = missing(holes: order.missing)
    }

    /// Events known to be missing, at least.
    ///
    /// - Parameter holes: Numbers missing between those that are there. What is not readable counts once: where the holes
    ///   are not explained by gaps, it is taken to be in them.
    public func missing(holes: UInt64) -> UInt64 {
        let unexplained = holes - min(holes, gapsWithin)
        return holes.adding(clamped: unreadable - min(unreadable, unexplained)).adding(clamped: gapsBeyond)
    }

    /// Seconds from the first to the last event; 0 if there are none.
    public var durationSeconds: Double {
        guard let first, let last else { return 0 }
        return last.seconds(since: first)
    }
}
