import ArgumentParser
import Glibc
import NavigationEvents

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
