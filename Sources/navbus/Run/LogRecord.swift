import ArgumentParser
import Glibc
import NavigationEvents

/// The format of log lines.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
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
        case .text: return "\(Self.text(of: time)) \(level.rawValue) \(source): \(text)".printable
        case .json:
            let parts = [("time", Self.text(of: time)), ("level", level.rawValue), ("source", source), ("text", text)]
            return "{" + parts.map { "\"\($0.0)\":\($0.1.json)" }.joined(separator: ",") + "}"
        }
    }

    /// `2026-05-04T08:00:01.250Z`.
    private static func text(of time: Timestamp) -> String {
        let milliseconds = time.nanosecondsSinceEpoch / 1_000_000
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) + ".\(fraction)Z"
    }
}
