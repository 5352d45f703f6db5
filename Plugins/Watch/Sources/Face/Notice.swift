import Dashboard
import NavigationEvents

/// The one thing that is wrong and matters most.
struct Notice: Hashable {
    /// How long a trouble stands on the screen after it was reported.
    static let troubleSeconds = 20.0

    var text: String
    var style: CellStyle

    /// `nil` if all is well.
    init?(_ dashboard: Dashboard, at now: Moment) {
        if let gone = dashboard.busGoneSince {
            self.init(text: " the bus is gone for \(Self.age(gone, now)): waiting ", style: .alarm)
        } else if dashboard.isStale, dashboard.source == .ended {
            self.init(text: "the recording has ended", style: .muted)
        } else if dashboard.isNavigating, let last = dashboard.silentSince {
            self.init(text: " nothing heard for \(Self.age(last, now)) ", style: .alarm)
        } else if let trouble = dashboard.troubles.first, now.seconds(since: trouble.at) < Self.troubleSeconds {
            let text = "\(trouble.control): \(trouble.text)"
            self.init(text: text, style: trouble.kind == .failed ? .alarm : .caution)
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

    /// For how long, in words.
    static func age(_ since: Moment, _ now: Moment) -> String {
        let seconds = Int(clamping: min(max(now.seconds(since: since), 0), 1e6))
        return seconds < 100 ? "\(seconds) s" : "\(seconds / 60) min"
    }
}
