import CommandOutput
package import NavigationEvents
import Platform
package import Supervisor

/// Shows the events and messages of a run to people.
package protocol RunScreen: Sendable {
    /// The bus has started.
    func began(_ endpoints: String, controls: [String])
    /// A control wrote a line.
    func show(_ output: ControlOutput)
    /// A control's process started, ended or failed.
    func show(_ status: ControlStatus)
    /// Events were published.
    func show(_ events: [Event])
    /// Something went wrong that did not end the run.
    func warn(_ text: String)
    /// Something changed that is worth knowing, such as a receiver that answers again.
    func note(_ text: String)
    /// Returns when everything is written, or the reader has gone.
    func flush() async
}

/// The output of `navbus run`: plain lines.
package struct LineScreen: RunScreen {
    private let lines = LineWriter()

    /// Makes a screen on the standard streams.
    package init() {}

    package func began(_ endpoints: String, controls: [String]) {
        let list = controls.isEmpty ? "no controls" : controls.joined(separator: ", ")
        lines.line("bus up at \(endpoints); \(list)")
    }

    package func show(_ said: ControlOutput) {
        let name = Style.output.colored(said.control, by: said.control)
        switch said.channel {
        case .standardOutput: lines.line("\(name)  \(said.line.printable)")
        case .standardError: lines.error("\(said.control): \(said.line.printable)")
        }
    }

    package func show(_ status: ControlStatus) {
        if let warning = status.warning { warn(warning) }
    }

    package func show(_ events: [Event]) {
        for event in events {
            switch event {
            case .navigationStarted(let route): lines.line(route.beginning)
            case .navigationStopped(let reason): lines.line(reason.ending)
            case .gps, .navigation, .control, .command, .heading: break
            }
        }
    }

    package func flush() async { await lines.drain() }

    package func warn(_ text: String) { lines.error("\(Style.error.yellow("warning:")) \(text)") }

    package func note(_ text: String) { lines.error("note: \(text)") }
}

extension ControlStatus {
    /// The warning for people; `nil` if nothing is wrong.
    var warning: String? {
        switch state {
        case .failed: "control \(control) has failed: \(text.printable)"
        case .restarting: "control \(control) \(text.printable); it is started again"
        case .unknown, .starting, .running, .stopped: nil
        }
    }
}

extension StopReason {
    /// The end of a navigation, in a line for people. A requested end needs no reason.
    var ending: String {
        switch self {
        case .unknown, .requested: "navigation stopped"
        case .destinationReached, .replaced, .endedNearDestination: "navigation stopped: \(words)"
        }
    }
}

extension Route {
    /// The start of navigation on this route, in a line for people.
    var beginning: String {
        let what = reason == .rerouted ? "another route" : "navigation started"
        return "\(what): \(Quantity.distance(distanceMeters)), \(Quantity.duration(durationSeconds))"
    }
}
