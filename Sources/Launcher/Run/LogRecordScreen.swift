import CommandOutput
import EventBus
package import NavigationEvents
import Platform
package import Supervisor
import TOML

/// Turns everything that a run shows into log records.
package struct LogRecordScreen: RunScreen {
    let write: @Sendable (LogRecord) -> Void
    let finish: @Sendable () async -> Void

    package func began(_ endpoints: String, controls: [String]) {
        let list = controls.isEmpty ? "no controls" : controls.joined(separator: ", ")
        record(.info, "bus up at \(endpoints); \(list)")
    }

    package func show(_ output: ControlOutput) {
        let level = output.channel == .standardOutput ? LogRecord.Level.info : .warning
        record(level, source: output.control, output.line)
    }

    package func show(_ status: ControlStatus) {
        if let warning = status.warning { warn(warning) }
    }

    package func show(_ events: [Event]) {
        for event in events {
            switch event {
            case .navigationStarted(let route): record(.info, route.beginning)
            case .navigationStopped(let reason): record(.info, reason.ending)
            case .gps, .navigation, .control, .command, .heading: break
            }
        }
    }

    package func warn(_ text: String) { record(.warning, text) }

    package func note(_ text: String) { record(.info, text) }

    package func flush() async { await finish() }

    private func record(_ level: LogRecord.Level, source: String = "navbus", _ text: String) {
        write(LogRecord(time: .now, level: level, source: source, text: text))
    }
}

extension LogRecordScreen {
    /// The output of `navbus run --log-format json`: one JSON object per line, on standard output.
    package static func json() -> LogRecordScreen {
        let lines = LineWriter()
        return LogRecordScreen {
            lines.line($0.line(.json))
        } finish: {
            await lines.drain()
        }
    }
}

/// Shows the run on another screen and writes it to a log file as well.
struct LoggingScreen: RunScreen {
    private let screen: any RunScreen
    private let record: LogRecordScreen

    /// Opens the log file; throws if it cannot be written.
    init(_ screen: any RunScreen, log: RunConfiguration.LogSettings, format: LogFormat) throws(ConfigurationError) {
        self.screen = screen
        let file = try LogFile(log) { screen.warn($0) }
        record = LogRecordScreen {
            file.write($0.withoutToken.line(format))
        } finish: {
            await file.drain()
        }
    }

    func began(_ endpoints: String, controls: [String]) {
        screen.began(endpoints, controls: controls)
        record.began(endpoints, controls: controls)
    }

    func show(_ output: ControlOutput) {
        screen.show(output)
        record.show(output)
    }

    func show(_ status: ControlStatus) {
        screen.show(status)
        record.show(status)
    }

    func show(_ events: [Event]) {
        screen.show(events)
        record.show(events)
    }

    func warn(_ text: String) {
        screen.warn(text)
        record.warn(text)
    }

    package func note(_ text: String) {
        screen.note(text)
        record.note(text)
    }

    func flush() async {
        await record.flush()
        await screen.flush()
    }
}
