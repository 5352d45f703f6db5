package import CommandOutput
import NavigationEvents
import Platform

/// The differences of one series of events, in lines for people.
package struct DifferenceText {
    package let lines: [String]

    /// The most fields that are shown of one event.
    private static let maxFields = 8

    package init(
        _ series: EventSeries, _ comparison: SeriesComparison, _ equivalence: EventEquivalence, style: Style = .output
    ) {
        let title = style.bold("\(series)".printable)
        guard comparison.differenceCount > 0 else {
            lines = ["\(title): \(comparison.leftCount) events, alike"]
            return
        }
        let count = comparison.differenceCount
        let sizes =
            comparison.leftCount == comparison.rightCount
            ? "\(comparison.leftCount)" : "\(comparison.leftCount) and \(comparison.rightCount)"
        var lines = ["\(title): \(sizes) events, \(count) \(count == 1 ? "difference" : "differences")"]
        for difference in comparison.differences { lines += Self.lines(of: difference, equivalence) }
        if count > comparison.differences.count { lines.append("  … and \(count - comparison.differences.count) more") }
        self.lines = lines
    }

    private static func lines(of difference: SeriesComparison.Difference, _ equivalence: EventEquivalence) -> [String] {
        switch (difference.left, difference.right) {
        case (let left?, let right?):
            ["  \(location(difference.leftNumber, left)) | \(location(difference.rightNumber, right))"]
                + fields(left, right, equivalence)
        case (let left?, nil):
            ["  only in the first: \(location(difference.leftNumber, left))  \(summary(left))"]
        case (nil, let right?):
            ["  only in the second: \(location(difference.rightNumber, right))  \(summary(right))"]
        case (nil, nil): []
        }
    }

    private static func fields(_ left: StoredEvent, _ right: StoredEvent, _ equivalence: EventEquivalence) -> [String] {
        let differences =
            equivalence.isExact
            ? FieldList.differences(left.envelope, right.envelope)
            : FieldList.differences(equivalence.core(left.envelope), equivalence.core(right.envelope))
        if differences.isEmpty { return ["    the same fields, but other bytes"] }
        let shown = differences.prefix(maxFields).map { field in
            "    \(field.path)  \(value(field.left)) | \(value(field.right))"
        }
        let rest = differences.count - shown.count
        return shown + (rest > 0 ? ["    … and \(rest) more fields"] : [])
    }

    private static func location(_ number: Int, _ event: StoredEvent) -> String {
        let tick = event.envelope.tick > 0 ? ", tick \(event.envelope.tick)" : ""
        return "event \(number) (#\(event.envelope.sequence)\(tick))"
    }

    private static func summary(_ event: StoredEvent) -> String {
        TapLine.summary(of: event.envelope.event).printable
    }

    private static func value(_ text: String?) -> String {
        guard let text else { return "absent" }
        return text.isEmpty ? "\"\"" : text.printable
    }
}
