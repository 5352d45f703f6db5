import Announcements
import NavigationEvents
import Platform

extension RoutePreview.Line {
    /// Returns the line for people: time, distance to the maneuver, stage, identity of the cue, and text.
    func text(withSamples: Bool) -> String {
        let words = withSamples ? announcement.samples.joined(separator: " ") : announcement.text
        let metres = "\(Int(clamping: distanceMeters.rounded())) m".padded(to: 8, atEnd: false)
        return
            "\(clock)  \(metres)  \(stage.padded(to: 7))  \(identity.padded(to: 20, atEnd: false))  \(timing)\(words)"
    }

    /// The line for programs, a JSON object.
    var json: String {
        var fields = [
            "\"seconds\":\(rounded(dueAtSeconds))", "\"distanceMeters\":\(rounded(distanceMeters))",
            "\"stage\":\"\(stage)\"", "\"subject\":\"\(announcement.subject)\"", "\"identity\":\"\(identity)\"",
            "\"stepNumber\":\(stepNumber)", "\"priority\":\"\(announcement.priority)\"",
            "\"estimatedSeconds\":\(rounded(announcement.estimatedSeconds))", "\"text\":\(announcement.text.json)",
            "\"samples\":[\(announcement.samples.map(\.json).joined(separator: ","))]",
        ]
        if let seconds = endsBeforeManeuverSeconds {
            fields.append("\"endsBeforeManeuverSeconds\":\(rounded(seconds))")
        }
        if let meters = trueDistanceMeters { fields.append("\"trueDistanceMeters\":\(rounded(meters))") }
        return "{\(fields.joined(separator: ","))}"
    }

    private var stage: String { "\(announcement.cue.stage)" }

    private var identity: String { "\(announcement.cue.identity)" }

    private var clock: String {
        let seconds = Int(clamping: dueAtSeconds)
        let minutes = "\(seconds / 60)".padded(to: 4, atEnd: false)
        return "\(minutes):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }

    private var timing: String {
        guard let seconds = endsBeforeManeuverSeconds else { return "" }
        return "\(rounded(seconds)) s".padded(to: 8, atEnd: false) + "  "
    }

    private func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}

extension PreviewTiming {
    /// The summary for people.
    var text: String {
        let (low, high) = (Self.goodSeconds.lowerBound, Self.goodSeconds.upperBound)
        return """
            \(announcements) announcements, \(leads.count) of them "now"; \(repeated) repeated, \(delayed) had to wait
            "now" ends \(low)-\(high) s before the maneuver: \(percent(goodShare)), earlier: \(percent(earlyShare)), \
            after it: \(percent(lateShare))
            seconds before it: 5 % \(tenth(0.05)), 25 % \(tenth(0.25)), median \(tenth(0.5)), 75 % \(tenth(0.75)), \
            95 % \(tenth(0.95))
            \((["kind           count   good  early  > 8 s  after  median"] + rows + arrival).joined(separator: "\n"))
            """
    }

    /// One line for each kind of maneuver; "after" counts only steps that leave room.
    private var rows: [String] {
        (kinds.sorted { $0.key < $1.key }.map { ($0.key.rawValue, $0.value) } + [("all", total)]).map { name, leads in
            let shares = [leads.goodShare, leads.earlyShare, leads.forgottenShare, leads.avoidablyLateShare]
            let cells = ["\(leads.count)"] + shares.map(percent) + ["\((leads.quantile(0.5) * 10).rounded() / 10)"]
            return name.padded(to: 13) + cells.map { $0.padded(to: 7, atEnd: false) }.joined()
        }
    }

    private var arrival: [String] {
        guard !arrivalMeters.isEmpty else { return [] }
        let sorted = arrivalMeters.sorted()
        let (median, most) = (sorted[sorted.count / 2], sorted[sorted.count - 1])
        return [
            "arrivals are announced \(Int(median.rounded())) m before the stop (median), at most \(Int(most.rounded())) m"
        ]
    }

    /// The summary for programs, a JSON object.
    var json: String {
        let leads = [0.05, 0.25, 0.5, 0.75, 0.95].map(tenth).joined(separator: ",")
        return "{\"announcements\":\(announcements),\"now\":\(self.leads.count),\"repeated\":\(repeated),"
            + "\"delayed\":\(delayed),\"goodShare\":\(goodShare),\"earlyShare\":\(earlyShare),"
            + "\"lateShare\":\(lateShare),\"leadQuantilesSeconds\":[\(leads)],\"kinds\":{\(kindsJSON)}}"
    }

    private var kindsJSON: String {
        kinds.sorted { $0.key < $1.key }.map { kind, leads in
            "\"\(kind.rawValue)\":{\"count\":\(leads.count),\"goodShare\":\(leads.goodShare),"
                + "\"earlyShare\":\(leads.earlyShare),\"forgottenShare\":\(leads.forgottenShare),"
                + "\"lateShare\":\(leads.avoidablyLateShare)}"
        }.joined(separator: ",")
    }

    private func percent(_ share: Double) -> String { "\(Int(clamping: (share * 100).rounded())) %" }
    private func tenth(_ quantile: Double) -> String { "\((lead(quantile: quantile) * 10).rounded() / 10)" }
}

extension String {
    fileprivate func padded(to width: Int, atEnd: Bool = true) -> String {
        let space = String(repeating: " ", count: max(0, width - count))
        return atEnd ? self + space : space + self
    }
}
