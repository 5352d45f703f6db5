import Dashboard
import NavigationEvents

/// The quality of the position in words.
struct FixWords {
    let text: (text: String, style: CellStyle)

    init(_ dashboard: Dashboard, at now: Moment) {
        guard let fix = dashboard.fix, let at = dashboard.fixAt else {
            text = ("no position yet", .muted)
            return
        }
        guard now.seconds(since: at) <= Dashboard.staleSeconds else {
            // Without navigation, a receiver that is switched off is no alarm.
            text = ("no position for \(ScreenNotice.age(at, now))", dashboard.isNavigating ? .alarm : .muted)
            return
        }
        switch (dashboard.positionStatus, fix.quality) {
        case (.unreliable, _): text = ("position lost", .alarm)
        case (_, .none): text = ("no position", .alarm)
        case (.estimated, _), (_, .deadReckoning): text = ("position estimated" + Self.details(fix), .caution)
        case (_, .differential): text = ("DGPS" + Self.details(fix), .plain)
        case (_, .gps): text = ("GPS" + Self.details(fix), .plain)
        case (_, .unknown): text = ("position" + Self.details(fix), .plain)
        }
    }

    private static func details(_ fix: Fix) -> String {
        var parts = ""
        if let accuracy = fix.horizontalAccuracyMeters, accuracy.isFinite, (0..<100_000).contains(accuracy) {
            parts += "  ±\(Int(clamping: accuracy.rounded(.up))) m"
        }
        if let used = fix.satellitesUsed {
            parts += "  \(used)\(fix.satellitesInView.map { "/\($0)" } ?? "") satellites"
        }
        return parts
    }
}
