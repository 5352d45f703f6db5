import NavigationEvents
import Supervisor

/// Where a run shows people what happens.
protocol RunScreen: Sendable {
    /// The bus is up.
    func began(_ endpoints: String, controls: [String])
    /// A control wrote a line.
    func show(_ output: ControlOutput)
    /// A control's process started, ended or failed.
    func show(_ status: ControlStatus)
    /// Events were published.
    func show(_ events: [Event])
    /// Something went wrong that did not end the run.
    func warn(_ text: String)
}

/// Plain lines: what `navbus run` shows.
struct LineScreen: RunScreen {
    func began(_ endpoints: String, controls: [String]) {
        let list = controls.isEmpty ? "no controls" : controls.joined(separator: ", ")
        Output.line("bus up at \(endpoints); \(list)")
    }

    func show(_ output: ControlOutput) {
        let name = Style.output.colored(output.control, by: output.control)
        switch output.channel {
        case .standardOutput: Output.line("\(name)  \(output.line)")
        case .standardError: Output.error("\(output.control): \(output.line)")
        }
    }

    func show(_ status: ControlStatus) {
        if status.state == .failed { warn("control \(status.control) has failed: \(status.text)") }
    }

    func show(_ events: [Event]) {
        for event in events {
            switch event {
            case .navigationStarted(let route):
                Output.line(
                    "navigation started: \(Quantity.distance(route.distanceMeters)), \(Quantity.duration(route.durationSeconds))"
                )
            case .navigationStopped: Output.line("navigation stopped")
            case .gps, .navigation, .control: break
            }
        }
    }

    func warn(_ text: String) { Output.error("\(Style.error.yellow("warning:")) \(text)") }
}
