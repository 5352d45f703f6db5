import Glibc

/// Makes a process out of a control.
///
///     import NavigationControl
///     ControlProcess.run("console") { context in try ConsoleControl(context) }
public enum ControlProcess {
    /// Runs a control until it is told to stop; does not return.
    public static func run<C: NavigationControl>(_ id: String, make: (ControlContext) throws -> C) -> Never {
        exit(69)
    }

    /// Runs a control that owns a device until it is told to stop; does not return.
    public static func run<C: DeviceControl>(_ id: String, make: (ControlContext) throws -> C) -> Never {
        exit(69)
    }
}
