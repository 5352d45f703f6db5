import NavigationEvents

/// The suggested extent of a map: the distance that is driven in twenty seconds, less before a maneuver.
///
/// It changes smoothly, by a fraction for each second of time. It begins to narrow as early as it must at this rate to
/// be narrow at the maneuver.
struct MapZoom {
    private static let narrowMeters = 100.0
    private static let minWideMeters = 150.0
    private static let maxWideMeters = 1500.0
    private static let wideSeconds = 20.0
    /// The extent in units of the distance to the maneuver.
    private static let maneuverFactor = 1.5
    /// The fraction by which the extent may change in a second.
    static let changePerSecond = 0.25
    /// The fraction that is planned for: less, since the vehicle may get faster.
    private static let plannedChangePerSecond = 0.2
    private static let minSpeed = 1.0

    private var meters: Double?
    private var time = Timestamp(nanosecondsSinceEpoch: 0)

    /// Advances to a time; returns the extent in metres. `meters` is the distance to the next maneuver.
    @inline(__always)
    mutating func advance(to time: Timestamp, speed: Double, toManeuver meters: Double) -> Double {
        let wanted = Self.extent(speed: speed, toManeuver: meters)
        var next = wanted
        if let last = self.meters {
            let change = last * Self.changePerSecond * max(time.seconds(since: self.time), 0)
            next = min(max(wanted, last - change), last + change)
        }
        (self.meters, self.time) = (next, time)
        return next
    }

    /// The extent to reach.
    ///
    /// The second-order expansion of an exponential function is the curve along which the extent may shrink: its
    /// relative change is at most the planned one.
    private static func extent(speed: Double, toManeuver meters: Double) -> Double {
        let wide = min(max(wideSeconds * speed, minWideMeters), maxWideMeters)
        let ahead = meters - narrowMeters / maneuverFactor
        guard meters > 0 else { return wide }
        guard ahead > 0 else { return min(narrowMeters, wide) }
        let growth = plannedChangePerSecond * ahead / max(speed, minSpeed)
        let possible = narrowMeters * (1 + growth + growth * growth / 2)
        return min(maneuverFactor * meters, possible, wide)
    }
}
