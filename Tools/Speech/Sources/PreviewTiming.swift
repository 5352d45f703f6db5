import Announcements
import NavigationEvents

/// Statistics on the timing of the announcements of drives, measured at the ends of the utterances.
struct PreviewTiming: Equatable {
    /// The range of seconds before a maneuver in which a "now" should end.
    static let goodSeconds = 2.5...4.5

    /// A "now" that ends this many seconds earlier is forgotten.
    static let forgottenSeconds = 8.0

    /// The ends of the "now" announcements of some maneuvers.
    struct Leads: Equatable {
        /// Seconds from the end of each to its maneuver; negative after it.
        private(set) var seconds: [Double] = []
        /// The number that ends after the maneuver although the step leaves room.
        private(set) var lateCount = 0

        mutating func add(_ lead: Double, hasRoom: Bool) {
            seconds.append(lead)
            if lead < 0, hasRoom { lateCount += 1 }
        }

        var count: Int { seconds.count }
        /// The share that ends within ``goodSeconds``, 0...1.
        var goodShare: Double { share(where: goodSeconds.contains) }
        /// The share that ends earlier than that.
        var earlyShare: Double { share { $0 > goodSeconds.upperBound } }
        /// The share that is forgotten at the maneuver.
        var forgottenShare: Double { share { $0 > forgottenSeconds } }
        /// The share that ends after the maneuver.
        var lateShare: Double { share { $0 < 0 } }
        /// The share that ends after the maneuver although the step leaves room.
        var avoidablyLateShare: Double { count == 0 ? 0 : Double(lateCount) / Double(count) }

        /// Returns a quantile in seconds; 0 without any.
        func quantile(_ share: Double) -> Double {
            let sorted = seconds.sorted()
            return sorted.isEmpty ? 0 : sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
        }

        private func share(where holds: (Double) -> Bool) -> Double {
            seconds.isEmpty ? 0 : Double(seconds.count(where: holds)) / Double(seconds.count)
        }
    }

    /// The number of all announcements.
    private(set) var announcements = 0
    /// The seconds from the end of each "now" to its maneuver, without stopovers and destinations.
    var leads: [Double] { all.seconds }
    /// The number of repeated announcements of the same cue and stage.
    private(set) var repeated = 0
    /// The number of announcements that waited for another one.
    private(set) var delayed = 0
    /// The ends of "now" by the kind of maneuver.
    private(set) var kinds: [ManeuverKind: Leads] = [:]
    /// The true metres left at the beginning of each arrival's announcement; empty without a driver.
    private(set) var arrivalMeters: [Double] = []
    private var said: Set<CueReference> = []
    private var all = Leads()

    /// Adds the announcements of a drive.
    mutating func add(_ preview: RoutePreview) {
        said = []
        for line in preview.lines {
            announcements += 1
            if !said.insert(line.announcement.cue).inserted { repeated += 1 }
            if line.isDelayed { delayed += 1 }
            guard line.announcement.cue.stage == .now else { continue }
            guard line.announcement.subject == .maneuver else {
                if let meters = line.trueDistanceMeters { arrivalMeters.append(meters) }
                continue
            }
            guard let lead = line.endsBeforeManeuverSeconds else { continue }
            all.add(lead, hasRoom: line.hasRoom)
            kinds[ManeuverKind(line.maneuver), default: Leads()].add(lead, hasRoom: line.hasRoom)
        }
    }

    /// The share of "now" announcements that end within ``goodSeconds``, 0...1.
    var goodShare: Double { all.goodShare }
    /// The share that ends earlier than that.
    var earlyShare: Double { all.earlyShare }
    /// The share that ends after the maneuver.
    var lateShare: Double { all.lateShare }
    /// The ends of all "now" announcements.
    var total: Leads { all }

    /// Returns a quantile of ``leads`` in seconds; 0 without any.
    func lead(quantile: Double) -> Double { all.quantile(quantile) }
}
