@testable import LineControl
import NavigationEvents
import Platform

extension FuzzTarget {
    /// A line that a program writes, as a report or a request.
    static let programLine = FuzzTarget(
        name: "program-line", maxBytes: 4096, reaches: ["LineMessage", "LineFields"]
    ) { bytes throws(FuzzFinding) in
        let message: LineMessage
        do throws(LineProblem) {
            message = try LineMessage(line: bytes)
        } catch {
            return try FuzzFinding.unless(
                !error.text.isEmpty && error.text == error.text.printable,
                "a problem that steers a terminal: \(error.text.debugDescription)")
        }
        switch message {
        case .report(let report): try FuzzFinding.unless(report.kind != .unknown, "a report without a kind")
        case .request(let make), .query(let make):
            guard case .say(_, let text) = make(.main) else { return }
            try FuzzFinding.unless(text.problem == nil, "a text that cannot be said: \(text)")
        }
    }
}
