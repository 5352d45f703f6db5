import EventCodec
import NavigationEvents
import Synchronization

/// The reports that a bus has not acknowledged yet, in their order.
///
/// One is on its way at a time: a bus that dies over it, and comes back, is told it again before the next, so that it
/// can tell what it has published already.
struct ReportOutbox {
    /// A report with its number.
    struct Entry {
        var id: UInt64
        var bytes: [UInt8]
    }

    /// Reports kept at most for a bus that is away.
    static let mostReports = 1024
    /// Nanoseconds after which a report without answer is sent again.
    private static let patience: UInt64 = 500_000_000
    /// Nanoseconds after which a bus that is not there is looked for again.
    private static let interval: UInt64 = 50_000_000

    private var entries: [Entry] = []
    private var isSent = false
    private var triedAt: UInt64 = 0

    /// Counts the reports of this process, whoever sends them. It begins at the nanoseconds of the wall clock: a later
    /// process of the same number, as those of a container often are, never comes near what this one has used.
    private static let lastNumber = Atomic(UInt64(clamping: Timestamp.now.nanosecondsSinceEpoch))

    /// The number of the next report of this process.
    static func nextNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    var isEmpty: Bool { entries.isEmpty }

    /// Keeps a report; `false` if another one had to go for it.
    mutating func add(_ entry: Entry) -> Bool {
        entries.append(entry)
        guard entries.count > Self.mostReports else { return true }
        // The one on its way may have arrived.
        entries.remove(at: isSent ? 1 : 0)
        return false
    }

    /// The report to be sent at this moment.
    func due(_ now: UInt64) -> Entry? {
        guard let first = entries.first else { return nil }
        let wait = isSent ? Self.patience : triedAt == 0 ? 0 : Self.interval
        return now >= triedAt &+ wait ? first : nil
    }

    /// Whether there was no bus for the first one.
    var isStuck: Bool { !isEmpty && !isSent && triedAt > 0 }

    /// Milliseconds after which to look again.
    func milliseconds(_ now: UInt64) -> Int {
        guard !isEmpty else { return Int.max }
        let next = triedAt &+ (isSent ? Self.patience : Self.interval)
        return next > now ? Int(clamping: (next - now) / 1_000_000) + 1 : 0
    }

    /// The first one was sent, or could not be.
    mutating func tried(_ now: UInt64, isSent: Bool) {
        triedAt = now
        // Once sent it may have arrived, whatever became of the connection since.
        self.isSent = self.isSent || isSent
    }

    /// An answer came: the first report is done with.
    mutating func acknowledge(_ id: UInt64) -> Bool {
        guard isOnItsWay(id) else { return false }
        entries.removeFirst()
        isSent = false
        triedAt = 0
        return true
    }

    /// Whether this is the report that waits for its answer.
    func isOnItsWay(_ id: UInt64) -> Bool { entries.first?.id == id }

    /// What was never sent.
    var unsent: ArraySlice<Entry> { entries.dropFirst(isSent ? 1 : 0) }
}
