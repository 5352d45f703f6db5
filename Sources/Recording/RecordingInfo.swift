public import NavigationEvents

/// A summary of the contents of a recording.
public struct RecordingInfo: Sendable, Hashable {
    /// Maximum length of ``damage``.
    public static let maxDamage = 1000

    /// The files, in order.
    public var paths: [String] = []
    /// Total size of the files.
    public var bytes = 0
    /// Number of events.
    public var events: UInt64 = 0
    /// Time of publishing of the first event.
    public var first: Timestamp?
    /// Time of publishing of the last event.
    public var last: Timestamp?
    /// Number of events of each topic and session, by their name on the wire (`onGPS/main`).
    public var counts: [String: UInt64] = [:]
    /// Number of navigations that began.
    public var navigations: UInt64 = 0
    /// Runs of the bus, in order of appearance.
    public var runs: [UInt64] = []
    /// Number of events known to be missing: gaps in the sequence numbers of runs and sessions, and noted gaps before
    /// the first and after the last event.
    public var missing: UInt64 = 0
    /// Number of events that the files count but that cannot be read, now or earlier by `navbus recover`.
    public var unreadable: UInt64 = 0
    /// Position of uncounted loss, such as `damaged before the first event`; `nil` if there is none.
    public var unknownLoss: String?
    /// Number of events of ``gaps`` between events of the recording, and before the first or after the last one.
    private var gapsWithin: UInt64 = 0
    private var gapsBeyond: UInt64 = 0
    /// Number of repeated events.
    public var duplicates: UInt64 = 0
    /// Number of events that follow one with a higher sequence number.
    public var disordered: UInt64 = 0
    /// The gaps that the recorder noted.
    public var gaps: [RecordingGap] = []
    /// The damaged positions; at most ``maxDamage``.
    public var damage: [RecordingError] = []
    /// Number of bytes outside of complete records.
    public var tornBytes = 0
    /// Whether the recorder finished every file; a finished file can still be damaged.
    public var isFinished = false
    /// Whether the recorder finished every file and none is damaged.
    public var isWhole = false
    /// Number of messages of each unknown channel, by its name.
    public var ignoredMessages: [String: UInt64] = [:]
    /// The metadata of each part, which the recorder wrote.
    public var metadata: [[String: String]] = []

    /// Reads a recording from end to end.
    ///
    /// - Throws: ``RecordingError`` if the recording cannot be opened. Damage within it does not throw: see ``damage``.
    public init(_ paths: [String]) throws(RecordingError) {
        self.paths = paths
        var reader = try RecordingReader(paths)
        var order = SequenceCheck()
        while true {
            do {
                guard let event = try reader.next() else { break }
                take(event, &order)
            } catch {
                if damage.count < Self.maxDamage { damage.append(error) }
            }
        }
        (duplicates, disordered) = (order.duplicates, order.disordered)
        runs = order.runs
        gaps = reader.gaps
        takeLoss(reader.loss, order)
        tornBytes = reader.tornBytes
        isFinished = reader.isWhole
        isWhole = isFinished && damage.isEmpty
        ignoredMessages = reader.ignoredMessages
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

    /// Minimum number of missing events.
    ///
    /// - Parameter holes: Number of sequence numbers missing between those of the recording. Unreadable events are
    ///   counted once: they are assumed to be in holes that no gap explains.
    public func missing(holes: UInt64) -> UInt64 {
        let unexplained = holes - min(holes, gapsWithin)
        return holes.adding(clamped: unreadable - min(unreadable, unexplained)).adding(clamped: gapsBeyond)
    }

    /// Seconds from the first to the last event; 0 without events.
    public var durationSeconds: Double {
        guard let first, let last else { return 0 }
        return last.seconds(since: first)
    }
}
