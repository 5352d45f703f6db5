import NavigationControl
import NavigationEvents

/// Prints every event in one readable line.
struct ConsoleControl: NavigationControl {
    var settings = ConsoleSettings()
    /// Where the lines go; tests collect them.
    var output: (String) -> Void = { print($0) }

    func onGPS(_ fix: Fix) {
        if settings.showsFixes { output(EventLine.fix(fix)) }
    }

    func onNavigation(_ info: NavigationInfo, fix: Fix) {
        output(EventLine.guidance(info))
    }

    func onNavigationStarted(_ route: Route) {
        output(EventLine.started(route))
    }

    func onNavigationStopped() {
        output(EventLine.stopped)
    }
}
