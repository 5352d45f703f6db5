import NavigationEvents

/// A bar that empties towards the maneuver.
enum DistanceBar {
    /// The filled part and the rest, together `columns` wide.
    static func text(_ fraction: Double, columns: Int, isASCII: Bool) -> (full: String, rest: String) {
        let fraction = fraction.isFinite ? min(max(fraction, 0), 1) : 0
        guard columns > 0 else { return ("", "") }
        if isASCII {
            let full = Int(clamping: (fraction * Double(columns)).rounded())
            return (String(repeating: "#", count: full), String(repeating: "-", count: columns - full))
        }
        // Half columns, for smoother motion.
        let halves = Int(clamping: (fraction * Double(columns) * 2).rounded())
        let full = String(repeating: "━", count: halves / 2) + (halves.isMultiple(of: 2) ? "" : "╸")
        return (full, String(repeating: "─", count: columns - (halves + 1) / 2))
    }
}
