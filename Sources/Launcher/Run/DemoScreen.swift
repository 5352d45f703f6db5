import CommandOutput
import Glibc
package import NavigationEvents
import Platform
package import Supervisor
import Synchronization

/// The output of `navbus demo`: the lines of the controls with the time of the drive. On a terminal the last line shows
/// distance, street and speed.
package final class DemoScreen: RunScreen {
    /// Name of the process whose output is the event log.
    package static let logger = "log"

    private struct State {
        var clock = ElapsedTime()
        var footer = ""
    }

    private let state: Mutex<State>
    private let lines = LineWriter()
    private let log: Int32
    private let style = Style.output
    private let hasFooter = isatty(STDOUT_FILENO) == 1

    /// - Parameter log: The descriptor of the event log; the caller closes it.
    package init(log: Int32) {
        state = Mutex(State())
        self.log = log
    }

    package func began(_ endpoints: String, controls: [String]) {
        line("\(style.bold("navbus demo"))  \(controls.joined(separator: ", "));  Ctrl-C ends it")
    }

    package func show(_ said: ControlOutput) {
        if said.control == Self.logger, said.channel == .standardOutput {
            lines.write(said.line + "\n", to: log)
            return
        }
        let time = style.dim(state.withLock { $0.clock.text })
        let name = style.colored(said.control.padded(to: 8), by: said.control)
        line("\(time)  \(name) \(said.line.printable)")
    }

    package func show(_ status: ControlStatus) {
        if let warning = status.warning { warn(warning) }
    }

    package func show(_ events: [Event]) {
        for event in events {
            switch event {
            case .gps(let fix): state.withLock { $0.clock.advance(to: fix.time) }
            case .navigation(let info):
                // In a tunnel there are no fixes, but guidance continues with estimated positions, and cues become due.
                state.withLock { state in
                    state.clock.advance(atLeastTo: info.fix.time)
                    if let cue = info.cue { state.clock.advance(atLeastTo: cue.dueAt) }
                }
                setFooter(footer(info))
            case .navigationStarted(let route):
                let length = Quantity.distance(route.distanceMeters)
                line("\(style.bold("start"))  \(length), \(Quantity.duration(route.durationSeconds))")
            case .navigationStopped:
                setFooter("")
                line(style.bold("stop"))
            case .control, .command, .heading: break
            }
        }
    }

    package func warn(_ text: String) { line("\(style.yellow("warning:")) \(text)") }

    // Notes are about receivers; a recorded drive has none.
    package func note(_ text: String) {}

    package func flush() async {
        await lines.drain()
        guard var failure = lines.failure(of: log) else { return }
        failure.target = "the log of the drive, which is not complete"
        warn("failed to \(failure)")
        await lines.drain()
    }

    private func footer(_ info: NavigationInfo) -> String {
        var parts: [String] = [state.withLock { $0.clock.text }]
        if let remaining = info.toManeuver {
            parts.append("maneuver in \(Quantity.distance(remaining.distanceMeters))")
        }
        if !info.currentStreetName.isEmpty { parts.append(info.currentStreetName.printable) }
        if let speed = info.fix.speedMetersPerSecond { parts.append(Quantity.speed(speed)) }
        if let left = info.toDestination { parts.append("\(Quantity.distance(left.distanceMeters)) left") }
        if info.isInTunnel { parts.append("tunnel") }
        if info.positionStatus == .estimated { parts.append("position estimated") }
        return parts.joined(separator: " · ")
    }

    /// Writes a line above the footer.
    private func line(_ text: String) {
        state.withLock { state in
            guard hasFooter, !state.footer.isEmpty else { return lines.line(text) }
            lines.footer(style.dim(state.footer), below: text)
        }
    }

    private func setFooter(_ text: String) {
        guard hasFooter else { return }
        state.withLock { state in
            state.footer = text
            lines.footer(style.dim(text))
        }
    }
}
