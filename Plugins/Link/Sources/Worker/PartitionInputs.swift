import EventCodec
package import NavigationEvents

/// The rule by which the inputs of a partition take effect: a pure function of their order in the log, so that every
/// worker that reads the log reaches the same decisions.
///
/// - An input for a session that is not open has no effect but `openSession`, which begins a run of the session.
/// - The id of a frame names its sender in the upper 32 bits, and counts from 1 in the lower ones. A frame whose id is
///   not above the last one of its sender is a repetition, and has no effect. Frames with the id 0 are not checked.
struct PartitionInputs: Sendable {
    /// The number of senders of a session whose ids are remembered.
    static let maxSenders = 16

    /// An open session.
    struct Open: Sendable, Hashable {
        /// The id of its run: where in the log it was opened.
        var run: UInt64
        /// The last id of each sender, the most recent one last.
        fileprivate(set) var senders: [UInt64] = []
        /// The place of the checkpoint from which it continues: inputs up to it have no effect. 0 for none.
        private(set) var restoredAt: UInt64 = 0

        init(run: UInt64) { self.run = run }

        /// Continues a session.
        init(_ point: SessionPoint) { (run, senders, restoredAt) = (point.run, point.senders, point.place) }

        /// Whether a frame is new; it is remembered then.
        fileprivate mutating func isNew(_ id: UInt64) -> Bool {
            guard id != 0 else { return true }
            let known = senders.firstIndex { $0 >> 32 == id >> 32 }
            if let known {
                guard id > senders[known] else { return false }
                senders.remove(at: known)
            } else if senders.count == PartitionInputs.maxSenders {
                senders.removeFirst()
            }
            senders.append(id)
            return true
        }
    }

    /// The effect of a frame.
    enum Effect: Sendable, Hashable {
        /// The bus carries it out.
        case carriedOut
        /// It is a repetition.
        case repeated
        /// Its session is not open.
        case notOpen
        /// A fleet has no requests of this kind, or none for this session.
        case refused(String)
    }

    /// The open sessions.
    private(set) var open: [Session: Open] = [:]
    /// The sessions that were open at the mark, with their runs; `nil` after it.
    private var atMark: [Session: UInt64]?

    /// Begins at the start of the log.
    init() {}

    /// Begins with a mark: up to it, only inputs of sessions that were open there have an effect.
    ///
    /// - Parameter points: Where sessions continue that are not repeated from their opening.
    init(replayingTo mark: PartitionMark, from points: [Session: SessionPoint] = [:]) {
        atMark = mark.sessions
        open = points.mapValues { Open($0) }
    }

    /// Ends the replay: all inputs up to the mark were taken.
    mutating func passMark() { atMark = nil }

    /// The id of the run that begins with a frame: its place in the log. At most 65,536 frames are in one message.
    static func run(at sequence: UInt64, index: Int) -> UInt64 { sequence << 16 | UInt64(index & 0xFFFF) }

    /// Takes the next frame of the log.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - session: Its session.
    ///   - place: Its place in the log; see ``run(at:index:)``.
    mutating func take(_ frame: RequestFrame, of session: Session, at place: UInt64) -> Effect {
        if let opened = open[session], place <= opened.restoredAt { return .notOpen }
        switch frame.request {
        case .openSession:
            guard session != .main else {
                return .refused("use another name: \"main\" is the session of the worker itself")
            }
            if open[session] != nil { return .carriedOut }
            if let atMark, atMark[session] != place { return .notOpen }
            var opened = Open(run: place)
            _ = opened.isNew(frame.id)
            open[session] = opened
            return .carriedOut
        case .closeSession:
            guard open[session]?.isNew(frame.id) == true else { return open[session] == nil ? .notOpen : .repeated }
            open[session] = nil
            return .carriedOut
        default:
            guard let isNew = open[session]?.isNew(frame.id) else { return .notOpen }
            return isNew ? .carriedOut : .repeated
        }
    }
}

extension Request {
    /// The session of a request that may be an input of a fleet; `nil` for the others.
    package var fleetSession: Session? {
        switch self {
        case .report(let session, _), .start(let session, _), .stop(let session), .mute(let session, _),
            .repeatAnnouncement(let session), .verbosity(let session, _), .calibrate(let session),
            .position(let session, _), .answerRoute(let session, _), .openSession(let session),
            .closeSession(let session), .say(let session, _), .playback(let session, _), .turnPage(let session, _),
            .heading(let session, _), .skipStopover(let session), .motion(let session, _), .speech(let session, _),
            .elapsed(let session, _), .checkpoint(let session), .focus(let session, _):
            session
        case .hello, .missed, .status, .heartbeat, .sessions, .part, .restoreSession, .describe: nil
        }
    }

    /// Whether only workers write the request, when a session is due.
    var isCheckpoint: Bool { if case .checkpoint = self { true } else { false } }

    /// Whether the bus carries out the request at once, before others that wait of the contract.
    var isImmediate: Bool {
        switch self {
        case .report, .position, .heading, .motion, .elapsed: true
        default: false
        }
    }
}
