import Announcements
import NavigationEvents

/// Statistics on the timing of the announcements of drives, measured at the ends of the utterances.
struct PreviewTiming: Equatable {
    /// The range of seconds before a maneuver in which a "now" should end.
    static let goodSeconds = 2.5...4.5

    /// The number of all announcements.
    private(set) var announcements = 0
    /// The seconds from the end of each "now" to its maneuver, without stopovers and destinations.
    private(set) var leads: [Double] = []
    /// The number of repeated announcements of the same cue and stage.
    private(set) var repeated = 0
    /// The number of announcements that waited for another one.
    private(set) var delayed = 0
    private var said: Set<CueReference> = []

    /// Adds the announcements of a drive.
    mutating func add(_ preview: RoutePreview) {
        said = []
        for line in preview.lines {
            announcements += 1
            if !said.insert(line.announcement.cue).inserted { repeated += 1 }
            if line.isDelayed { delayed += 1 }
            guard line.announcement.cue.stage == .now, line.announcement.subject == .maneuver else { continue }
            if let lead = line.endsBeforeManeuverSeconds { leads.append(lead) }
        }
    }

    /// The share of "now" announcements that end within ``goodSeconds``, 0...1.
    var goodShare: Double { share(where: Self.goodSeconds.contains) }
    /// The share that ends earlier than that.
    var earlyShare: Double { share { $0 > Self.goodSeconds.upperBound } }
    /// The share that ends after the maneuver.
    var lateShare: Double { share { $0 < 0 } }

    /// Returns a quantile of ``leads`` in seconds; 0 without any.
    func lead(quantile: Double) -> Double {
        let sorted = leads.sorted()
        return sorted.isEmpty ? 0 : sorted[min(Int(Double(sorted.count) * quantile), sorted.count - 1)]
    }

    private func share(where holds: (Double) -> Bool) -> Double {
        leads.isEmpty ? 0 : Double(leads.count(where: holds)) / Double(leads.count)
    }
}
