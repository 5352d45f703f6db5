import NavigationEvents

/// Where lanes are shown.
protocol LaneDisplay {
    /// Makes ready to show.
    mutating func open() throws(LanesError)
    /// Shows lanes in place of what was shown; none clears the display.
    mutating func show(_ lanes: [Lane]) throws(LanesError)
}
