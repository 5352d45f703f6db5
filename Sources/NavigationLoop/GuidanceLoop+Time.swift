import EventBus
import NavigationEvents
import Platform

extension GuidanceLoop {
    /// Lets time pass if positions are overdue, and reports a silence that has become too long.
    ///
    /// The same rule holds for receivers and for positions from the request channel. A recording and a simulation have
    /// a time of their own, and so have the sessions of a fleet.
    ///
    /// - Parameter now: Seconds of the monotonic clock.
    /// - Returns: Whether another visit is needed before the next input.
    func passTime(now: Double) -> Bool {
        // The quick check first: nearly all visits of a fleet end here.
        guard watch.isDue(now: now) else { return true }
        guard isWatched(now: now) else {
            isVisited = false
            return false
        }
        if drive.state.isActive, let time = watch.elapse(now: now) { take(.elapsed(time)) }
        if watch.check(now: now) { take(.silenced(seconds: UInt32(watch.limitSeconds))) }
        return true
    }

    /// Records the time of the drive after an input.
    func recordTime() {
        let now = MonotonicInstant.now.seconds
        compass.note(drive.state.lastTime, now: now)
        watch.recordTime(drive.state.lastTime, now: now)
        guard !isVisited, isWatched(now: now) else { return }
        isVisited = true
        timer.assumeIsolated { $0.add(self) }
    }

    private func isWatched(now: Double) -> Bool {
        !isEnded && passesTime && (drive.state.isActive || reading != nil) && watch.isNeeded(now: now)
    }
}
