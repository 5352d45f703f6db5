import NavigationEvents
import Platform

/// Where the lines go: the device of this control. Tests have one that keeps them.
protocol LineOutput {
    /// Shows a line.
    func write(_ line: String)
}

/// What a terminal shows, and what `navbus run` shows under the name of the control.
struct StandardOutput: LineOutput {
    func write(_ line: String) { Terminal.line(line) }
}
