import NavigationEvents

/// The rules of the event sequence: started comes once and first, stopped once and last, the arrival before it, and
/// between the two only guidance in the state `stopped`.
enum SequenceRules {
    /// Descriptions of the violations.
    static func mistakes(in events: [Event]) -> [String] {
        var mistakes: [String] = []
        var isActive = false
        var hasArrived = false
        var hasEnded = false
        var lastFix: Fix?
        for event in events {
            switch event {
            case .gps(let fix): lastFix = fix
            case .control, .command, .heading: break
            case .navigationStarted(let route):
                if isActive, route.reason == .requested { mistakes.append("starts twice") }
                (isActive, hasEnded) = (true, false)
            case .navigation(let info):
                if !isActive { mistakes.append("guides while no navigation is active") }
                if hasEnded { mistakes.append("guides after the end") }
                if hasArrived, info.state != .stopped { mistakes.append("guides on after the arrival") }
                if info.fix != lastFix { mistakes.append("guides with another fix than the one published before") }
                if info.isOffRoute, info.toManeuver != nil {
                    mistakes.append("counts down to a maneuver while off the route")
                }
                (hasArrived, hasEnded) = (info.isDestinationReached, info.state == .stopped)
            case .navigationStopped:
                if !isActive { mistakes.append("stops twice") }
                if lastFix != nil, !hasEnded { mistakes.append("stops without guidance in the state stopped") }
                isActive = false
            }
        }
        if isActive { mistakes.append("does not stop") }
        return Array(Set(mistakes)).sorted()
    }
}
