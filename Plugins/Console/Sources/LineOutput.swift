import NavigationEvents
import Platform

/// The device of this control: it writes lines.
protocol LineOutput {
    /// Writes a line.
    func write(_ line: String)
}

/// Standard output, which `navbus run` shows under the name of the control.
struct StandardOutput: LineOutput {
    func write(_ line: String) { Terminal.line(line) }
}
