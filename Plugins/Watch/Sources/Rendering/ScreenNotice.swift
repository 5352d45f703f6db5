import Dashboard
import NavigationEvents

/// The most important problem.
struct ScreenNotice: Hashable {
    /// The seconds for which a reported problem is shown.
    static let problemSeconds = 20.0

    var text: String
    var style: CellStyle

    /// Selects the problem; `nil` if there is none.
    init?(_ dashboard: Dashboard, at now: Moment) {
        if let gone = dashboard.busGoneSince {
            self.init(text: " no bus for \(Self.age(gone, now)): waiting ", style: .alarm)
        } else if dashboard.isStale, dashboard.source == .ended {
            self.init(text: "the recording has ended", style: .muted)
        } else if dashboard.isNavigating, let last = dashboard.silentSince {
            self.init(text: " no event for \(Self.age(last, now)) ", style: .alarm)
        } else if let problem = dashboard.problems.first, now.seconds(since: problem.at) < Self.problemSeconds {
            let text = "\(problem.control): \(problem.text)"
            self.init(text: text, style: problem.kind == .failed ? .alarm : .caution)
        } else if let ill = dashboard.controls.first(where: { $0.state == .failed && !$0.text.isEmpty }) {
            self.init(text: "\(ill.name): \(ill.text)", style: .caution)
        } else {
            return nil
        }
    }

    private init(text: String, style: CellStyle) {
        self.text = text
        self.style = style
    }

    /// The time between two moments as text.
    static func age(_ since: Moment, _ now: Moment) -> String {
        let seconds = Int(clamping: min(max(now.seconds(since: since), 0), 1e6))
        return seconds < 100 ? "\(seconds) s" : "\(seconds / 60) min"
    }
}
