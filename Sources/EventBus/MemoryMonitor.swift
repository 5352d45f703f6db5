import Glibc
import Platform

/// Detects memory beyond what the work of the bus explains.
///
/// libzmq limits the size of a frame and the number of complete messages that wait, but not the size of an unfinished
/// message. So the memory is checked often, and if there is more than usual, the connections are checked too
/// (``UnfinishedMessageDetector``). Only if that finds no sender, the connections that may be the cause are ended. A value: it takes the
/// measurements as arguments, and returns the action.
struct MemoryMonitor {
    /// The action to take.
    enum Verdict: Hashable {
        case nothing
        /// There is more memory than usual: check the connections for unfinished messages.
        case inspectConnections
        /// There is too much, and no sender was found: end the connections that send requests and have had no complete
        /// message for ``UnfinishedMessageDetector/timeoutNanoseconds``, and those without any message.
        case endRequesters
        /// It does not decrease: end all connections without a recent complete message. Subscribers send none either,
        /// but they connect again and miss nothing.
        case endAllIdle
    }

    /// Bytes beyond the explained ones above which the connections are checked.
    static let alertBytes = 8 * 1024 * 1024
    /// Milliseconds between two checks, usually and while the memory grows.
    private static let calmMilliseconds = 25
    private static let busyMilliseconds = 5
    /// Bytes of growth between two checks that do not count.
    private static let smallGrowth = 256 * 1024
    /// Nanoseconds of too much memory before the connections that may be the cause are ended.
    static let requestersAfterNanoseconds: UInt64 = 2_000_000_000
    static let allIdleAfterNanoseconds: UInt64 = 10_000_000_000
    private static let pauseNanoseconds: UInt64 = 1_000_000_000

    private let startBytes: Int
    private let maxExtraBytes: Int
    private var shortSince: UInt64?
    private var actedAt: UInt64 = 0
    private var lastBytes = 0
    private var isGrowing = false
    /// Whether there was no more memory than usual at the last check.
    private(set) var isCalm = true

    init(residentBytes: Int, journalBytes: Int, maxExtraBytes: Int) {
        startBytes = max(residentBytes - journalBytes, 0)
        self.maxExtraBytes = maxExtraBytes
    }

    /// Whether there was too much memory at the last check.
    var isShort: Bool { shortSince != nil }

    /// Milliseconds until the next check.
    var milliseconds: Int { isGrowing ? Self.busyMilliseconds : Self.calmMilliseconds }

    /// Whether there is more memory than usual, so that the explained bytes must be computed again.
    func isUnusual(residentBytes: Int, ownBytes: Int) -> Bool {
        residentBytes > sum(startBytes, sum(ownBytes, min(Self.alertBytes, maxExtraBytes)))
    }

    /// Decides by the present memory and by its explained part: journals, guidance, requests in parts.
    mutating func check(residentBytes: Int, ownBytes: Int, now: UInt64) -> Verdict {
        let growth = residentBytes - lastBytes
        lastBytes = residentBytes
        guard isUnusual(residentBytes: residentBytes, ownBytes: ownBytes) else {
            (shortSince, isGrowing, isCalm) = (nil, false, true)
            return .nothing
        }
        isCalm = false
        isGrowing = growth > Self.smallGrowth
        guard residentBytes > sum(startBytes, sum(ownBytes, maxExtraBytes)) else {
            shortSince = nil
            return .inspectConnections
        }
        let since = shortSince ?? now
        shortSince = since
        guard now >= since &+ Self.requestersAfterNanoseconds, now >= actedAt &+ Self.pauseNanoseconds else {
            return .inspectConnections
        }
        actedAt = now
        return now >= since &+ Self.allIdleAfterNanoseconds ? .endAllIdle : .endRequesters
    }

    private func sum(_ one: Int, _ other: Int) -> Int {
        let sum = one.addingReportingOverflow(other)
        return sum.overflow ? .max : sum.partialValue
    }
}

/// Resident memory of this process in bytes; 0 if the system does not report it.
package func ownResidentBytes() -> Int { (memoryPages(1) ?? 0) * Int(getpagesize()) }

/// A field of `/proc/self/statm` in pages, by its index; `nil` if the system does not report it.
func memoryPages(_ index: Int) -> Int? {
    let fields = (WholeFile.start("/proc/self/statm", maxBytes: 128) ?? []).split(separator: UInt8(ascii: " "))
    return fields.count > index ? Int(String(decoding: fields[index], as: UTF8.self)) : nil
}
