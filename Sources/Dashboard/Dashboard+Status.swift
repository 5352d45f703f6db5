public import NavigationEvents
import Pictures

extension Dashboard {
    /// An utterance is spoken in so many seconds at the longest, and a little for each letter.
    static let utteranceSeconds = 20.0
    static let letterSeconds = 0.3
    /// Paused, it is remembered for so long.
    static let pauseSeconds = 1800.0

    /// The bus told how it and its controls fare; `nil`: it does not answer. Also takes note of the time.
    public mutating func take(_ status: BusStatus?, at moment: Moment) {
        if let status {
            isBusAlive = true
            busGoneSince = nil
            show(status)
        } else {
            if isBusAlive { busGoneSince = moment }
            isBusAlive = false
            (controls, source) = ([], .unknown)
        }
        tick(at: moment)
    }

    /// There is a bus, of which nothing else is known yet: it has just been joined.
    public mutating func takeBus(at moment: Moment) {
        isBusAlive = true
        busGoneSince = nil
        tick(at: moment)
    }

    /// Time has passed: what has gone silent is noticed. To be called about once a second.
    public mutating func tick(at moment: Moment) {
        let isSilent = lastEventAt.map { moment.seconds(since: $0) > Self.staleSeconds } ?? false
        isStale = isSilent || busGoneSince != nil
        if let gone = busGoneSince, moment.seconds(since: gone) > Self.forgetSeconds { forgetEverything() }
        for over in utterances where over.isOver(at: moment) { forget(over) }
    }

    /// Without a bus nobody knows whether the way goes on.
    private mutating func forgetEverything() {
        endNavigation()
        phase = .idle
        destination = ""
        (fix, fixAt, speedMetersPerSecond) = (nil, nil, nil)
        utterances = []
    }

    private mutating func forget(_ utterance: Saying) {
        utterances.removeAll { $0 == utterance }
        if lastSaid?.control == utterance.control, lastSaid?.effectNumber == utterance.effectNumber {
            lastSaid?.ending = .cancelled
        }
    }

    private mutating func show(_ status: BusStatus) {
        if let busRun, busRun != status.run {
            utterances = []
            pulses = []
        }
        busRun = status.run
        source = status.sessions.first { $0.session == session }?.source ?? .unknown
        controls = status.controls.map(ControlHealth.init).sorted { $0.name < $1.name }
        for control in controls where [.failed, .stopped, .restarting].contains(control.state) {
            forgetEffects(of: control.name)
        }
    }
}

extension Saying {
    fileprivate func isOver(at moment: Moment) -> Bool {
        let most =
            isPaused
            ? Dashboard.pauseSeconds
            : Dashboard.utteranceSeconds + Dashboard.letterSeconds * Double(text.unicodeScalars.count)
        return moment.seconds(since: heardAt) > most
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
