@testable import Console
@testable import NavigationEvents

/// The console control with discarded output.
struct ExtremeConsole {
    private var control = ConsoleControl(output: DiscardedOutput())

    mutating func take(_ fix: Fix) { control.onGPS(fix) }

    mutating func take(_ info: NavigationInfo) { control.onNavigation(info, fix: info.fix) }

    mutating func take(_ route: Route) { control.onNavigationStarted(route) }
}

private struct DiscardedOutput: LineOutput {
    func write(_ line: String) {}
}
