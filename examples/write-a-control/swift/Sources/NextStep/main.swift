import Glibc
import NavigationControl
import NavigationEvents
import Platform

/// Prints each new next maneuver.
struct NextStep: NavigationControl {
    var shown: Int?

    func onGPS(_ fix: Fix) {}
    func onNavigationStarted(_ route: Route) {}

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        guard let step = info.currentStep, let ahead = info.toManeuver, step.number != shown else { return }
        shown = step.number
        let road = step.simpleRoadName.isEmpty ? "unnamed road" : step.simpleRoadName
        Terminal.line("step \(step.number): \(road) in \(Int(ahead.distanceMeters + 0.5)) m")
    }

    func onNavigationStopped() {
        Terminal.line("stopped")
        exit(0)
    }
}

ControlProcess.run("next-step") { _ in NextStep() }
