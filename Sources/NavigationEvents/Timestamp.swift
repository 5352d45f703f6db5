// Links the C mathematics that rounding needs.
import Glibc

/// A moment of wall-clock time (UTC), counted from the Unix epoch.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Nanoseconds since 1970-01-01T00:00:00Z; leap seconds are not counted. Reaches the year 2262.
    public var nanosecondsSinceEpoch: Int64

    /// Makes a moment from its nanoseconds since the Unix epoch.
    public init(nanosecondsSinceEpoch: Int64) {
        self.nanosecondsSinceEpoch = nanosecondsSinceEpoch
    }

    /// Makes a moment from seconds since the Unix epoch; `nil` if not finite or out of range.
    public init?(secondsSinceEpoch seconds: Double) {
        guard seconds.isFinite, seconds.magnitude < 9.2e9 else { return nil }
        nanosecondsSinceEpoch = Int64((seconds * 1e9).rounded())
    }

    /// Seconds from `other` to this moment; negative if this moment is earlier.
    public func seconds(since other: Timestamp) -> Double {
        Double(nanosecondsSinceEpoch &- other.nanosecondsSinceEpoch) / 1e9
    }

    /// Orders by the raw amount: earlier before later, less urgent before more urgent.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }
}
