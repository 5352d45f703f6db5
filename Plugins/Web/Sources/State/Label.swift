import Glibc
import NavigationEvents
import Pictures
import Dashboard

/// What stands on the page as text.
enum Label {
    private static let metersPerMile = 1609.344

    /// A distance as it is read at a glance: 290 m, 1.2 km, 0.5 mi, 400 ft.
    static func distance(_ meters: Double, _ units: DisplayUnits) -> String {
        guard meters.isFinite, meters >= 0, meters < 1e8 else { return "" }
        switch units {
        case .metric: return text(meters, small: ("m", 1, 1000), large: ("km", 1000))
        case .us: return text(meters, small: ("ft", 0.3048, 1000), large: ("mi", metersPerMile))
        case .uk: return text(meters, small: ("yd", 0.9144, 500), large: ("mi", metersPerMile))
        }
    }

    private static func text(
        _ meters: Double, small: (name: String, meters: Double, end: Double), large: (name: String, meters: Double)
    ) -> String {
        let count = meters / small.meters
        let step = count < 100 ? 5.0 : 10.0
        let rounded = (count / step).rounded() * step
        if rounded < small.end { return "\(Int(rounded)) \(small.name)" }
        let many = meters / large.meters
        if many >= 9.95 { return "\(Int(many.rounded())) \(large.name)" }
        let tenths = Int((many * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(large.name)"
    }

    /// A duration: less than a minute, 12 min, 1 h 05 min.
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e8 else { return "" }
        let minutes = Int((seconds / 60).rounded())
        guard minutes > 0 else { return "< 1 min" }
        guard minutes >= 60 else { return "\(minutes) min" }
        return "\(minutes / 60) h \(digits(minutes % 60)) min"
    }

    /// A time of day in the time zone of the machine: 14:05, 2:05 PM.
    static func clock(_ time: Timestamp, _ units: DisplayUnits, hasSeconds: Bool = false) -> String? {
        var (seconds, parts) = (time_t(time.nanosecondsSinceEpoch / 1_000_000_000), tm())
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        let (hour, minute) = (Int(parts.tm_hour), digits(Int(parts.tm_min)))
        let end = hasSeconds ? ":\(digits(Int(parts.tm_sec)))" : ""
        guard units == .us else { return "\(digits(hour)):\(minute)\(end)" }
        return "\((hour + 11) % 12 + 1):\(minute)\(end) \(hour < 12 ? "AM" : "PM")"
    }

    /// Lanes as they are read out: "4 lanes, take lane 1 or 2 from the left".
    static func words(_ lanes: [Lane]) -> String {
        let numbers = lanes.indices.filter { lanes[$0].isRecommended }.map { "\($0 + 1)" }
        let all = lanes.count == 1 ? "1 lane" : "\(lanes.count) lanes"
        guard let last = numbers.last else { return all }
        let list = numbers.count == 1 ? last : "\(numbers.dropLast().joined(separator: ", ")) or \(last)"
        return "\(all), take lane \(list) from the left"
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
