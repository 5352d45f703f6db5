import EventBus
import NavigationEvents
import Platform
import Recording

/// Writes what comes into a recording, notes what did not come, and tells of troubles with the file.
struct RecordingListener: TapListener {
    private let name: String
    private let session: Session
    private let writer: RecordingWriter
    private let states: RecordingStates
    /// The last event, also of an earlier part.
    private var place: StreamPlace?
    private var lastTime: Timestamp?
    private var firstTime: Timestamp?
    /// Losses on the way to the recorder, waiting for the event that ends them.
    private var openGap: RecordingGap?
    private var missed: UInt64 = 0
    private var isFailing = false

    /// - Parameter past: What an earlier recorder left.
    init(name: String, session: Session, writer: RecordingWriter, states: RecordingStates, past: RecordingPast) {
        self.name = name
        self.session = session
        self.writer = writer
        self.states = states
        place = past.place
        lastTime = past.lastTime
    }

    let isDone = false

    mutating func take(_ delivery: Delivery) {
        switch delivery {
        case .event(let envelope): record(envelope)
        case .resynchronized where place == nil:
            Output.error("the bus's journal no longer holds the beginning; recording from now on")
        case .resynchronized(let count):
            Output.error("\(count) events were lost on the way; going on with the present state")
            open(count: UInt64(count), reason: "lost on the way to the recorder, and gone from the bus's journal")
        case .restarted:
            Output.error("another run of the bus begins")
            open(
                count: 0, reason: "another run of the bus begins; what the end of the last one published may be missing"
            )
        }
    }

    private mutating func open(count: UInt64, reason: String) {
        missed = missed.adding(clamped: count)
        openGap = RecordingGap(
            session: session, run: place?.run ?? 0,
            firstSequence: count > 0 ? (place?.sequence ?? 0).adding(clamped: 1) : 0,
            lastSequence: 0, count: count, began: lastTime ?? .now, ended: .now, reason: reason)
    }

    private mutating func record(_ envelope: Envelope) {
        if var gap = openGap {
            // What is known of the present state came too: the gap ends before the first new event.
            if gap.count > 0 { gap.lastSequence = max(envelope.sequence, gap.firstSequence.adding(clamped: 1)) - 1 }
            gap.ended = envelope.publishedAt
            writer.note(gap)
            openGap = nil
        }
        writer.append(envelope)
        place = StreamPlace(run: envelope.run, sequence: envelope.sequence, topicSequences: [:])
        lastTime = envelope.publishedAt
        if firstTime == nil { firstTime = lastTime }
    }

    // MARK: What there is to tell

    mutating func reports() -> [ControlReport] {
        states.takeAll().compactMap { state in
            switch state {
            case .failing(let error):
                isFailing = true
                let text = "failed to \(error); events are counted until it works again"
                Output.error("\(Style.error.yellow("warning:")) \(text)")
                return ControlReport(control: name, kind: .failed, effect: "recording", text: text)
            case .recording:
                guard isFailing else { return nil }
                isFailing = false
                let text = "the recording goes on; \(writer.status.eventsRefused) events are missing from it"
                Output.error(text)
                return ControlReport(control: name, kind: .continued, effect: "recording", text: text)
            case .closed: return nil
            }
        }
    }

    /// What was recorded, in lines.
    var summary: [String] {
        let status = writer.status
        let lost = missed.adding(clamped: status.eventsRefused)
        var text = "recorded \(status.eventsAccepted) events"
        if let firstTime, let lastTime { text += ", \(Quantity.duration(lastTime.seconds(since: firstTime)))" }
        text += ", \(status.bytesWritten) bytes; \(lost == 0 ? "none" : "\(lost)") missing"
        return [text] + status.paths.map { "  \($0.printable)" }
    }
}
