import Dashboard

/// Where the dashboard is shown: a terminal, or lines of text.
protocol WatchOutput {
    /// Whether that is there no longer.
    var isGone: Bool { get }
    /// Makes ready to show.
    func open() throws(WatchError)
    /// Shows the present dashboard in place of what was shown.
    func show(_ dashboard: Dashboard, at moment: Moment)
    /// Leaves things as they were. Safe before ``open()`` and twice.
    func close()
}

extension WatchOutput {
    var isGone: Bool { false }
}
