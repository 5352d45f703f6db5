import EventBus
import NavigationEvents
import Platform
import Positions

extension GuidanceLoop {
    /// Lets time pass if positions are overdue, and reports a silence that has become too long.
    ///
    /// The same rule holds for receivers and for positions from the request channel. A recording and a simulation have
    /// a time of their own. In a session of a fleet time passes with requests: ``accept(elapsedTo:)``.
    ///
    /// - Parameter now: Seconds of the monotonic clock.
    /// - Returns: When the next visit is due; `nil` if none is needed before the next input.
    func passTime(now: Double) -> Double? {
        // The quick check first: nearly all visits of a fleet end here.
        guard watch.isDue(now: now) else { return watch.nextDue }
        guard isWatched(now: now) else {
            isVisited = false
            return nil
        }
        if drive.state.isActive, let time = watch.elapse(now: now) { take(.elapsed(time)) }
        if watch.check(now: now) { take(.silenced(seconds: UInt32(watch.limitSeconds))) }
        return watch.nextDue
    }

    /// Lets time pass up to that of a request, as ``passTime(now:)`` does with the clock of the bus.
    ///
    /// - Throws: ``RequestError`` if the bus passes the time of this session, or the time does not come next.
    func accept(elapsedTo requested: Timestamp) throws(RequestError) {
        guard !isEnded else { return }
        resume()
        let time = drive.state.corrected(requested)
        if let refusal = refusal(ofElapsed: time) { throw refusal }
        guard drive.state.isActive else { return }
        let now = time.secondsSinceEpoch
        if watch.check(now: now) { take(.silenced(seconds: UInt32(watch.limitSeconds))) }
        watch.pass(to: time, now: now)
        take(.elapsed(time))
    }

    private func refusal(ofElapsed time: Timestamp) -> RequestError? {
        guard compass.clock.isOfDrive else {
            return RequestError(
                code: .forbidden,
                text: "the bus itself lets time pass in session \"\(session.name)\"; send this only to sessions that "
                    + "are opened on a bus with guidance.time = \"positions\"")
        }
        guard let last = drive.state.lastTime else {
            return RequestError(code: .unavailable, text: "there is no position yet; retry after the first one")
        }
        guard last < time else {
            return RequestError(
                code: .malformed,
                text: "the time is not after the newest one of session \"\(session.name)\"; send one that is later")
        }
        guard PhysicalRange.time.contains(time), watch.mayPass(to: time.secondsSinceEpoch) else {
            return RequestError(
                code: .malformed,
                text: "the time is more than \(Int(PositionEvent.maxSilenceSeconds)) s after the last position, which "
                    + "is lost by then; send the next position")
        }
        return nil
    }

    /// The present in seconds: of the monotonic clock, or of the drive if its times are the only ones that count.
    var now: Double { compass.clock.now(monotonic: MonotonicInstant.now.seconds) }

    /// Records the time of the drive after an input.
    ///
    /// - Parameter isOfFix: Whether the input is a position, used or not.
    func recordTime(isOfFix: Bool = false) {
        compass.note(drive.state.lastTime, now: MonotonicInstant.now.seconds)
        let now = now
        motionSensors.note(now: now)
        if isOfFix {
            lastFixAt = MonotonicInstant.now.seconds
            watch.recordFix(now: now)
        }
        watch.recordTime(drive.state.lastTime, now: now)
        if compass.clock.isOfDrive { publishHeadings(at: now) }
        guard !isVisited, isWatched(now: now) else { return }
        isVisited = true
        let dueAt = watch.nextDue
        timer.assumeIsolated { $0.add(self, dueAt: dueAt) }
    }

    private func isWatched(now: Double) -> Bool {
        !isEnded && passesTime && (drive.state.isActive || reading != nil) && watch.isNeeded(now: now)
    }
}
