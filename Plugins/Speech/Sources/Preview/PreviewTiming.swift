import Announcements
import NavigationEvents

/// How well the announcements of drives are timed: what counts is when the words end.
struct PreviewTiming: Equatable {
    /// Seconds before a maneuver within which the words of "now" shall end.
    static let goodSeconds = 2.5...4.5

    /// Announcements of every kind.
    private(set) var announcements = 0
    /// Seconds from the end of the words of "now" to the maneuver; stops of the route are not among them.
    private(set) var leads: [Double] = []
    /// Announcements of one cue and stage beyond the first.
    private(set) var repeated = 0
    /// Announcements that had to wait for another one.
    private(set) var delayed = 0
    private var said: Set<CueReference> = []

    /// Counts a drive.
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

    /// The part of the calls of "now" that end in good time, 0...1.
    var goodShare: Double { share(where: Self.goodSeconds.contains) }
    /// The part that ends earlier than that.
    var earlyShare: Double { share { $0 > Self.goodSeconds.upperBound } }
    /// The part that ends behind the maneuver.
    var lateShare: Double { share { $0 < 0 } }

    /// The lead that this part of them is below, seconds; 0 if there are none.
    func lead(quantile: Double) -> Double {
        let sorted = leads.sorted()
        return sorted.isEmpty ? 0 : sorted[min(Int(Double(sorted.count) * quantile), sorted.count - 1)]
    }

    private func share(where holds: (Double) -> Bool) -> Double {
        leads.isEmpty ? 0 : Double(leads.count(where: holds)) / Double(leads.count)
    }
}
