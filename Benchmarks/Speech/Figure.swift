import Glibc

/// Monotonic milliseconds.
func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

/// The reason why a measurement failed. The text completes "failed to …".
struct BenchmarkError: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
}

/// A measured value of many rounds.
final class Figure {
    private let name: String
    private let unit: String
    private var values: [Double] = []

    init(_ name: String, unit: String) {
        self.name = name
        self.unit = unit
    }

    func add(_ value: Double) { values.append(value) }

    /// Prints the median, the 95th percentile and the maximum.
    func print() {
        guard !values.isEmpty else { return }
        let sorted = values.sorted()
        let (median, high) = (sorted[sorted.count / 2], sorted[min(sorted.count * 95 / 100, sorted.count - 1)])
        Swift.print(
            "{\"figure\": \"\(Self.escaped(name))\", \"unit\": \"\(unit)\", \"rounds\": \(values.count), "
                + "\"median\": \(Self.rounded(median)), \"p95\": \(Self.rounded(high)), "
                + "\"max\": \(Self.rounded(sorted[sorted.count - 1]))}")
    }

    static func print(_ name: String, _ value: Double, unit: String) {
        Swift.print("{\"figure\": \"\(escaped(name))\", \"unit\": \"\(unit)\", \"value\": \(rounded(value))}")
    }

    private static func escaped(_ text: String) -> String { text.replacing("\"", with: "\\\"") }
    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
