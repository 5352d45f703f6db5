import Geodesy
import NavigationEvents

/// A series of rejected fixes. Three that agree with each other are not outliers: the estimate is wrong.
struct OutlierRun {
    private static let enough = 3
    private var count = 0
    private var last: Fix?

    /// Ends the series after a plausible fix.
    mutating func forget() {
        guard count > 0 else { return }
        self = OutlierRun()
    }

    /// Adds a rejected fix; `true` if it is the third that agrees with the previous ones.
    mutating func agrees(_ fix: Fix) -> Bool {
        defer { last = fix }
        guard let last, isReachable(fix, from: last) else {
            count = 1
            return false
        }
        count += 1
        return count >= Self.enough
    }

    private func isReachable(_ fix: Fix, from other: Fix) -> Bool {
        let seconds = fix.time.seconds(since: other.time)
        let (east, north) = LocalScale(at: fix.position).offsetMeters(from: other.position, to: fix.position)
        let reach = max(fix.speedMetersPerSecond ?? 40, other.speedMetersPerSecond ?? 40) * seconds
        let doubt =
            2 * (FixCheck.accuracy(fix.horizontalAccuracyMeters) + FixCheck.accuracy(other.horizontalAccuracyMeters))
        return (north * north + east * east).squareRoot() <= 1.5 * reach + doubt
    }
}
