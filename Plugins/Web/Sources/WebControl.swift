import NavigationControl
import NavigationEvents

/// Shows where one is and what comes.
struct WebControl: NavigationControl {
    mutating func onGPS(_ fix: Fix) {}

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {}

    mutating func onNavigationStarted(_ route: Route) {}

    mutating func onNavigationStopped() {}
}
