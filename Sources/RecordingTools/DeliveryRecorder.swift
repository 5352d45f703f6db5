import CommandOutput
package import EventBus
package import NavigationEvents
import Platform
package import Recording

/// Writes events to a recording, with notes about missing events, and reports problems with the file.
package struct DeliveryRecorder: DeliveryHandler {
    private let name: String
    private let session: Session
    private let writer: RecordingWriter
    private let states: RecordingStates
    /// The cursor after the last event, also of an earlier part.
    private var cursor: StreamCursor?
    private var lastTime: Timestamp?
    private var firstTime: Timestamp?
    /// A loss of events that lasts until the next event.
    private var openGap: RecordingGap?
    private var missed: UInt64 = 0
    private var isFailing = false

    /// - Parameters:
    ///   - name: The name of the recorder on the bus.
    ///   - session: The recorded session.
    ///   - writer: Writes the file.
    ///   - states: The states of the writer.
    ///   - previous: The existing recording that is continued.
    package init(
        name: String, session: Session, writer: RecordingWriter, states: RecordingStates, previous: PreviousRecording
    ) {
        self.name = name
        self.session = session
        self.writer = writer
        self.states = states
        cursor = previous.cursor
        lastTime = previous.lastTime
    }

    package let isDone = false

    package mutating func handle(_ delivery: Delivery) {
        switch delivery {
        case .event(let envelope): record(envelope)
        case .resynchronized where cursor == nil:
            Output.error("the journal of the bus no longer holds the beginning; recording from now on")
        case .resynchronized(let count):
            Output.error("\(count) events were lost on the way; the recording continues with the present state")
            open(count: UInt64(count), reason: "lost on the way to the recorder, and not in the journal of the bus")
        case .restarted:
            Output.error("a new run of the bus begins")
            open(
                count: 0, reason: "a new run of the bus begins; the last events of the previous run may be missing"
            )
        }
    }

    private mutating func open(count: UInt64, reason: String) {
        missed = missed.adding(clamped: count)
        openGap = RecordingGap(
            session: session, run: cursor?.run ?? 0,
            firstSequence: count > 0 ? (cursor?.sequence ?? 0).adding(clamped: 1) : 0,
            lastSequence: 0, count: count, began: lastTime ?? .now, ended: .now, reason: reason)
    }

    private mutating func record(_ envelope: Envelope) {
        if var gap = openGap {
            // The present state was sent again, so the gap ends before this event.
            if gap.count > 0 { gap.lastSequence = max(envelope.sequence, gap.firstSequence.adding(clamped: 1)) - 1 }
            gap.ended = envelope.publishedAt
            writer.note(gap)
            openGap = nil
        }
        writer.append(envelope)
        cursor = StreamCursor(run: envelope.run, sequence: envelope.sequence, topicSequences: [:])
        lastTime = envelope.publishedAt
        if firstTime == nil { firstTime = lastTime }
    }

    // MARK: - Reports

    package mutating func reports() -> [ControlReport] {
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
                let text = "the recording continues; \(writer.status.eventsRefused) events are missing from it"
                Output.error(text)
                return ControlReport(control: name, kind: .continued, effect: "recording", text: text)
            case .closed: return nil
            }
        }
    }

    /// A summary of the recording, in lines for people.
    package var summary: [String] {
        let status = writer.status
        let lost = missed.adding(clamped: status.eventsRefused)
        var text = "recorded \(status.eventsAccepted) events"
        if let firstTime, let lastTime { text += ", \(Quantity.duration(lastTime.seconds(since: firstTime)))" }
        text += ", \(status.bytesWritten) bytes; \(lost == 0 ? "none" : "\(lost)") missing"
        return [text] + status.paths.map { "  \($0.printable)" }
    }
}
