/// The lease of a worker, as far as the worker itself trusts it. A value; time is an argument, in seconds of the monotonic clock.
///
/// A worker drops its events while it does not trust its lease. After such a time it gives up its partitions even if no other
/// worker has claimed them, and takes them over again from their marks: the dropped events are then published.
struct Lease: Sendable, Hashable {
    /// Seconds after which the lease of a dead worker ends.
    static let seconds = 5.0
    /// Seconds after the last renewal from which a worker itself regards its lease as lost: before the others do.
    static let trustSeconds = 4.0

    /// When the last renewal was sent; minus infinity before the first one.
    private(set) var renewedAt = -Double.infinity
    /// Whether the lease was not trusted for a time before the last renewal: the partitions must be given up first.
    private(set) var mustGiveUp = false

    /// Whether the lease is certain.
    func isTrusted(now: Double) -> Bool { !mustGiveUp && now - renewedAt < Self.trustSeconds }

    /// Notes that a renewal has been stored.
    ///
    /// - Parameters:
    ///   - began: When it was sent. The others see the end of the lease ``seconds`` after this time, or later.
    ///   - now: When it was confirmed. The lease may have been without trust between the two.
    mutating func renew(sentAt began: Double, now: Double) {
        if !isTrusted(now: now) { mustGiveUp = true }
        renewedAt = began
    }

    /// Notes that all partitions have been given up.
    mutating func giveUp() { mustGiveUp = false }
}
