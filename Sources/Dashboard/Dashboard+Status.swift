public import NavigationEvents
import Pictures

extension Dashboard {
    /// The maximum duration of an utterance: a base, and a share for each letter.
    static let utteranceSeconds = 20.0
    static let letterSeconds = 0.3
    /// The maximum duration of a pause.
    static let pauseSeconds = 1800.0
    /// The maximum duration of a pulse for a cue.
    static let pulseSeconds = 15.0
    /// The maximum duration of a pulse without a cue, such as steering.
    static let longPulseSeconds = 600.0

    /// Updates the dashboard with the status of the bus, or with `nil` if the bus does not answer. Includes
    /// ``tick(at:)``.
    public mutating func update(_ status: BusStatus?, at moment: Moment) {
        if let status {
            isBusAlive = true
            busGoneSince = nil
            show(status, at: moment)
        } else {
            if isBusAlive { busGoneSince = moment }
            isBusAlive = false
            (controls, source) = ([], .unknown)
        }
        tick(at: moment)
    }

    /// Notes that a bus was joined, of which nothing else is known yet.
    public mutating func noteJoined(at moment: Moment) {
        isBusAlive = true
        busGoneSince = nil
        tick(at: moment)
    }

    /// Applies the timeouts: marks stale data and removes ended effects. To be called about once a second.
    public mutating func tick(at moment: Moment) {
        let isSilent = lastEventAt.map { moment.seconds(since: $0) > Self.staleSeconds } ?? false
        isStale = isSilent || busGoneSince != nil
        if isSilent { hideInstruction() }
        let isBusSilent = busGoneSince.map { moment.seconds(since: $0) > Self.staleSeconds } ?? false
        forgetUtterances(at: moment) { isBusSilent || $0.isOver(at: moment) }
        pulses.removeAll { isBusSilent || $0.isOver(at: moment) }
        if let ended = lastUtterance?.endedAt, moment.seconds(since: ended) > Self.lastUtteranceSeconds {
            lastUtterance = nil
        }
    }

    private mutating func forgetUtterances(at moment: Moment, where isOver: (ActiveUtterance) -> Bool) {
        if utterances.contains(where: { isOver($0) && lastUtterance?.isOf($0) == true }) {
            endLastUtterance(.cancelled, at: moment)
        }
        utterances.removeAll(where: isOver)
    }

    private mutating func show(_ status: BusStatus, at moment: Moment) {
        if let busRun, busRun != status.run, let last = lastStatusAt {
            // Effects reported after the latest status may belong to the new run.
            forgetUtterances(at: moment) { $0.reportedAt.seconds <= last.seconds }
            pulses.removeAll { $0.reportedAt.seconds <= last.seconds }
        }
        busRun = status.run
        lastStatusAt = moment
        let own = status.sessions.first { $0.session == session }
        if own?.state != .enroute, own?.state != .rerouting { isPhaseKnown = true }
        source = own?.source ?? .unknown
        controls = status.controls.map(ControlHealth.init).sorted { $0.name < $1.name }
        for control in controls where [.failed, .stopped, .restarting].contains(control.state) {
            forgetEffects(of: control.name, at: moment)
        }
    }
}

extension ActiveUtterance {
    fileprivate func isOver(at moment: Moment) -> Bool {
        let maxSeconds =
            isPaused
            ? Dashboard.pauseSeconds
            : Dashboard.utteranceSeconds + Dashboard.letterSeconds * Double(text.unicodeScalars.count)
        return moment.seconds(since: reportedAt) > maxSeconds
    }
}

extension ActivePulse {
    fileprivate func isOver(at moment: Moment) -> Bool {
        moment.seconds(since: reportedAt) > (cue == nil ? Dashboard.longPulseSeconds : Dashboard.pulseSeconds)
    }
}

extension LastUtterance {
    fileprivate func isOf(_ saying: ActiveUtterance) -> Bool {
        control == saying.control && processID == saying.processID && effectNumber == saying.effectNumber
    }
}

extension ControlHealth {
    fileprivate init(_ status: ControlStatus) {
        self.init(
            name: status.control.displayable, state: status.state,
            ageSeconds: status.heartbeatAgeSeconds.flatMap { $0.isFinite ? max($0, 0) : nil },
            text: status.text.displayable, restarts: Int(status.restarts))
    }
}
