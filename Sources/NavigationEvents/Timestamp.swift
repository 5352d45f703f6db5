// Links the C mathematics library, which rounding needs.
import Glibc

/// A point in wall-clock time (UTC), counted from the Unix epoch.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Nanoseconds since 1970-01-01T00:00:00Z, without leap seconds; up to the year 2262.
    public var nanosecondsSinceEpoch: Int64

    /// Makes a timestamp from nanoseconds since the Unix epoch.
    @inlinable
    public init(nanosecondsSinceEpoch: Int64) {
        self.nanosecondsSinceEpoch = nanosecondsSinceEpoch
    }

    /// Makes a timestamp from seconds since the Unix epoch; `nil` if not finite or out of range.
    public init?(secondsSinceEpoch seconds: Double) {
        guard seconds.isFinite, seconds.magnitude < 9.2e9 else { return nil }
        nanosecondsSinceEpoch = Int64((seconds * 1e9).rounded())
    }

    /// Seconds from `other` to this timestamp; negative if this one is earlier.
    public func seconds(since other: Timestamp) -> Double {
        let (difference, isOver) = nanosecondsSinceEpoch.subtractingReportingOverflow(other.nanosecondsSinceEpoch)
        guard isOver else { return Double(difference) / 1e9 }
        return Double(nanosecondsSinceEpoch) / 1e9 - Double(other.nanosecondsSinceEpoch) / 1e9
    }

    /// The timestamp `seconds` later, or earlier if negative: clamped to the range of the type, and unchanged if
    /// `seconds` is NaN.
    public func advanced(bySeconds seconds: Double) -> Timestamp {
        let (sum, isOver) = nanosecondsSinceEpoch.addingReportingOverflow(Int64(clamping: (seconds * 1e9).rounded()))
        return Timestamp(nanosecondsSinceEpoch: isOver ? (seconds < 0 ? .min : .max) : sum)
    }

    /// Orders by time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }
}
