/// Distances, durations, speeds and sizes, for people.
package enum Quantity {
    /// `850 m`, `3.2 km`, `120 km`.
    package static func distance(_ meters: Double) -> String {
        guard isPlausible(meters) else { return "?" }
        if meters < 1000 { return "\(Int(meters.rounded())) m" }
        if meters < 100_000 { return "\(decimal(meters / 1000)) km" }
        return "\(Int((meters / 1000).rounded())) km"
    }

    /// `40 s`, `12 min`, `1 h 05 min`.
    package static func duration(_ seconds: Double) -> String {
        guard isPlausible(seconds) else { return "?" }
        if seconds < 90 { return "\(Int(seconds.rounded())) s" }
        let minutes = Int((seconds / 60).rounded())
        if minutes < 60 { return "\(minutes) min" }
        return "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
    }

    /// `47 km/h`.
    package static func speed(_ metersPerSecond: Double) -> String {
        isPlausible(metersPerSecond) ? "\(Int((metersPerSecond * 3.6).rounded())) km/h" : "?"
    }

    /// `850 B`, `2.1 kB`, `1.3 MB`.
    package static func bytes(_ count: Int) -> String {
        if count < 1000 { return "\(count) B" }
        return count < 1_000_000 ? "\(decimal(Double(count) / 1e3)) kB" : "\(decimal(Double(count) / 1e6)) MB"
    }

    /// Whether a number can be a real quantity. Received events may hold any number.
    private static func isPlausible(_ number: Double) -> Bool { number.magnitude < 1e12 }

    /// A number with one digit after the decimal point.
    package static func decimal(_ number: Double) -> String {
        guard isPlausible(number) else { return "?" }
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}
