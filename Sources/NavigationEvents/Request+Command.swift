extension Request {
    /// The command of a person in it, with its session; `nil` for other requests.
    public var command: (session: Session, action: ControlAction)? {
        switch self {
        case .mute(let session, let isMuted): (session, .mute(isMuted))
        case .repeatAnnouncement(let session): (session, .repeatAnnouncement)
        case .verbosity(let session, let verbosity): (session, .verbosity(verbosity))
        case .calibrate(let session): (session, .calibrate)
        case .say(let session, let text): (session, .say(text))
        case .playback(let session, let playback): (session, .playback(playback))
        case .turnPage(let session, let turn): (session, .turnPage(turn))
        case .focus(let session, let focus): (session, .focus(focus))
        case .hello, .missed, .report, .start, .stop, .status, .heartbeat, .position, .answerRoute, .openSession,
            .closeSession, .sessions, .heading, .part, .skipStopover, .motion, .speech, .elapsed,
            .checkpoint, .restoreSession, .describe:
            nil
        }
    }
}
