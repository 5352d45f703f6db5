import NavigationEvents
import Platform

/// The differences of one series of events, in lines for people.
struct DifferenceText {
    let lines: [String]

    /// The most fields that are shown of one event.
    private static let mostFields = 8

    init(_ lane: EventLane, _ comparison: LaneComparison, _ likeness: EventLikeness, style: Style = .output) {
        let title = style.bold("\(lane)".printable)
        guard comparison.differenceCount > 0 else {
            lines = ["\(title): \(comparison.leftCount) events, alike"]
            return
        }
        let count = comparison.differenceCount
        let sizes =
            comparison.leftCount == comparison.rightCount
            ? "\(comparison.leftCount)" : "\(comparison.leftCount) and \(comparison.rightCount)"
        var lines = ["\(title): \(sizes) events, \(count) \(count == 1 ? "difference" : "differences")"]
        for difference in comparison.differences { lines += Self.lines(of: difference, likeness) }
        if count > comparison.differences.count { lines.append("  … and \(count - comparison.differences.count) more") }
        self.lines = lines
    }

    private static func lines(of difference: LaneComparison.Difference, _ likeness: EventLikeness) -> [String] {
        switch (difference.left, difference.right) {
        case (let left?, let right?):
            ["  \(place(difference.leftNumber, left)) | \(place(difference.rightNumber, right))"]
                + fields(left, right, likeness)
        case (let left?, nil):
            ["  only in the first: \(place(difference.leftNumber, left))  \(summary(left))"]
        case (nil, let right?):
            ["  only in the second: \(place(difference.rightNumber, right))  \(summary(right))"]
        case (nil, nil): []
        }
    }

    private static func fields(_ left: TapedEvent, _ right: TapedEvent, _ likeness: EventLikeness) -> [String] {
        let differences =
            likeness.isExact
            ? FieldList.differences(left.envelope, right.envelope)
            : FieldList.differences(likeness.core(left.envelope), likeness.core(right.envelope))
        if differences.isEmpty { return ["    the same fields, but other bytes"] }
        let shown = differences.prefix(mostFields).map { field in
            "    \(field.path)  \(value(field.left)) | \(value(field.right))"
        }
        let rest = differences.count - shown.count
        return shown + (rest > 0 ? ["    … and \(rest) more fields"] : [])
    }

    private static func place(_ number: Int, _ event: TapedEvent) -> String {
        let tick = event.envelope.tick > 0 ? ", tick \(event.envelope.tick)" : ""
        return "event \(number) (#\(event.envelope.sequence)\(tick))"
    }

    private static func summary(_ event: TapedEvent) -> String {
        TapLine.summary(of: event.envelope.event).printable
    }

    private static func value(_ text: String?) -> String {
        guard let text else { return "absent" }
        return text.isEmpty ? "\"\"" : text.printable
    }
}
