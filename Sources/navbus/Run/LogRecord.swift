import ArgumentParser
import NavigationEvents
import Platform

/// How what happens is written down.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

/// Something that happened in a run, in a line.
struct LogRecord {
    /// How much it matters.
    enum Level: String {
        case info, warning
    }

    var time: Timestamp
    var level: Level
    /// Who says it: a control, or `navbus`.
    var source: String
    var text: String

    /// The same without the token of an address: a log is kept, and read by more people than a terminal.
    var withoutToken: LogRecord {
        var record = self
        record.text = text.replacing(/token=[A-Za-z0-9._~-]+/, with: "token=…")
        return record
    }

    /// The line, without its end.
    func line(_ format: LogFormat) -> String {
        switch format {
        case .text: return "\(time.iso8601Milliseconds) \(level.rawValue) \(source): \(text)".printable
        case .json:
            let parts = [("time", time.iso8601Milliseconds), ("level", level.rawValue), ("source", source), ("text", text)]
            return "{" + parts.map { "\"\($0.0)\":\($0.1.json)" }.joined(separator: ",") + "}"
        }
    }
}
