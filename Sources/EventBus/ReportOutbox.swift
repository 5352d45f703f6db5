import EventCodec
import NavigationEvents
import Synchronization

/// The reports that the bus has not acknowledged yet, in order.
///
/// One report is in flight at a time. If the bus dies meanwhile and returns, it gets this report again before the next
/// one, so that it recognizes a repetition.
struct ReportOutbox {
    /// An encoded report with its request id.
    struct Entry {
        var id: UInt64
        var bytes: [UInt8]
    }

    /// Maximum number of reports that are kept while the bus is away.
    static let maxReports = 1024
    /// Nanoseconds after which a report without an answer is sent again.
    private static let answerTimeoutNanoseconds: UInt64 = 500_000_000
    /// Nanoseconds between two attempts to send while the bus is away.
    private static let retryNanoseconds: UInt64 = 50_000_000

    private var entries: [Entry] = []
    private var isSent = false
    private var triedAt: UInt64 = 0

    /// Numbers all reports of this process. It begins at the nanoseconds of the wall clock, so that a later process
    /// with the same process number, as is common in containers, uses other numbers.
    private static let lastNumber = Atomic(UInt64(clamping: Timestamp.now.nanosecondsSinceEpoch))

    /// The number of the next report of this process.
    static func nextNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    var isEmpty: Bool { entries.isEmpty }

    /// Adds a report; `false` if another one was removed for it.
    mutating func add(_ entry: Entry) -> Bool {
        entries.append(entry)
        guard entries.count > Self.maxReports else { return true }
        // The report in flight may have arrived.
        entries.remove(at: isSent ? 1 : 0)
        return false
    }

    /// The report to send now; `nil` if none is due.
    func due(_ now: UInt64) -> Entry? {
        guard let first = entries.first else { return nil }
        let wait = isSent ? Self.answerTimeoutNanoseconds : triedAt == 0 ? 0 : Self.retryNanoseconds
        return now >= triedAt &+ wait ? first : nil
    }

    /// Whether the first report could not be sent.
    var isStuck: Bool { !isEmpty && !isSent && triedAt > 0 }

    /// Milliseconds until the next report may be due.
    func milliseconds(_ now: UInt64) -> Int {
        guard !isEmpty else { return Int.max }
        let next = triedAt &+ (isSent ? Self.answerTimeoutNanoseconds : Self.retryNanoseconds)
        return next > now ? Int(clamping: (next - now) / 1_000_000) + 1 : 0
    }

    /// Records an attempt to send the first report.
    mutating func tried(_ now: UInt64, isSent: Bool) {
        triedAt = now
        // A report that was sent may have arrived, even if the connection ended since.
        self.isSent = self.isSent || isSent
    }

    /// Removes the first report after its answer; `false` if the answer is another one.
    mutating func acknowledge(_ id: UInt64) -> Bool {
        guard isInFlight(id) else { return false }
        entries.removeFirst()
        isSent = false
        triedAt = 0
        return true
    }

    /// Whether this is the id of the report in flight.
    func isInFlight(_ id: UInt64) -> Bool { entries.first?.id == id }

    /// The reports that were never sent.
    var unsent: ArraySlice<Entry> { entries.dropFirst(isSent ? 1 : 0) }
}
