import EventCodec
import NavigationEvents

/// The current state of a session, written at the beginning of the next part, so that each part can be drawn and
/// replayed without the earlier ones although no event is stored twice.
struct PartState {
    static let mediaType = "application/protobuf; messageType=\"navbus.v1.Snapshot\""

    /// Prefix of the names of the attachments; the name of the session follows.
    static let namePrefix = "state/"

    private var started: Envelope?
    private var navigation: Envelope?
    private var gps: Envelope?
    private var command: Envelope?
    private var heading: Envelope?
    private var last: Envelope
    private var topicSequences: [Topic: UInt64] = [:]

    /// Makes the empty state of the session of an envelope, which must still be noted.
    init(before envelope: Envelope) { last = envelope }

    mutating func note(_ envelope: Envelope) {
        if envelope.run != last.run { self = PartState(before: envelope) }
        last = envelope
        topicSequences[envelope.event.topic] = envelope.topicSequence
        switch envelope.event {
        case .gps: gps = envelope
        case .navigation: navigation = envelope
        case .navigationStarted: (started, navigation) = (envelope, nil)
        case .navigationStopped: (started, navigation) = (nil, nil)
        case .control: break
        case .command(let told):
            command = envelope
            command?.event = .command(told.state)
        case .heading: heading = envelope
        }
    }

    /// The bytes of the state as the attachment `state/<session>`: a navbus.v1.Snapshot.
    func attachment(in layout: inout FileLayout) -> [UInt8] {
        let latest = [started, navigation, gps, command, heading].compactMap(\.self).sorted {
            $0.sequence < $1.sequence
        }
        let snapshot = Snapshot(
            run: last.run, session: last.session, sequence: last.sequence, topicSequences: topicSequences,
            latest: latest)
        return layout.attachment(
            Self.namePrefix + last.session.name, mediaType: Self.mediaType, time: last.publishedAt.logTime,
            snapshot.wireBytes())
    }
}

extension Timestamp {
    /// The time in MCAP: times before 1970 are 0.
    var logTime: UInt64 { UInt64(clamping: nanosecondsSinceEpoch) }

    init(logTime: UInt64) { self.init(nanosecondsSinceEpoch: Int64(clamping: logTime)) }
}
