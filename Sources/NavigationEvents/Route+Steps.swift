extension Route {
    /// The steps after the current one, as many as wanted. An event has at most ``NavigationInfo/maxRemainingSteps`` of them,
    /// the route has all.
    ///
    /// - Parameters:
    ///   - info: The latest guidance along this route.
    ///   - count: Maximum number of steps.
    /// - Returns: The steps of the event if it belongs to another route or has no current step.
    public func nextSteps(after info: NavigationInfo, count: Int) -> [Step] {
        guard info.routeID == id, let current = info.currentStep?.number else {
            return Array(info.remainingSteps.prefix(max(count, 0)))
        }
        return Array(legs.lazy.flatMap(\.steps).filter { $0.number > current }.prefix(max(count, 0)))
    }
}
