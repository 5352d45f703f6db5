import NavigationEvents
import Platform

/// The format of log lines.
package enum LogFormat: String, CaseIterable {
    case text, json
}

/// A log line of a run.
struct LogRecord {
    /// The severity.
    enum Level: String {
        case info, warning
    }

    var time: Timestamp
    var level: Level
    /// The control that wrote the line, or `navbus`.
    var source: String
    var text: String

    /// The same record without access tokens in URLs: more people read a log file than a terminal.
    var withoutToken: LogRecord {
        var record = self
        record.text = text.replacing(/token=[A-Za-z0-9._~-]+/, with: "token=…")
        return record
    }

    /// The line in a format, without newline.
    func line(_ format: LogFormat) -> String {
        switch format {
        case .text: return "\(time.iso8601Milliseconds) \(level.rawValue) \(source): \(text)".printable
        case .json:
            let parts = [
                ("time", time.iso8601Milliseconds), ("level", level.rawValue), ("source", source), ("text", text),
            ]
            return "{" + parts.map { "\"\($0.0)\":\($0.1.json)" }.joined(separator: ",") + "}"
        }
    }
}
