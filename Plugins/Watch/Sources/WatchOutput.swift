import Dashboard

/// The output of the dashboard: a terminal, or lines of text.
protocol WatchOutput {
    /// Whether the output is gone.
    var isGone: Bool { get }
    /// Opens the output.
    func open() throws(WatchError)
    /// Replaces the shown dashboard.
    func show(_ dashboard: Dashboard, at moment: Moment)
    /// Restores the previous state. Safe before ``open()`` and twice.
    func close()
}

extension WatchOutput {
    var isGone: Bool { false }
}
