import EventBus
import NavigationEvents
import NavigationLoop
import Platform

/// A bus on this machine with the events of a session of a fleet, byte for byte: taps and recorders cannot tell it from the bus of
/// the worker. It shows one run of the session.
final class SessionMirror: Sendable {
    /// The size of its journal.
    private static let journalBytes = 64 << 20

    /// The run of the session.
    let run: UInt64
    private let bus: BusServer
    private let closed: WakeUp
    private let reference = BusReference()

    /// Starts the bus.
    ///
    /// - Parameters:
    ///   - state: The present state of the session.
    ///   - history: The events up to this state, as far as they are kept.
    init(
        _ session: Session, _ state: Snapshot, history: [FollowedEvent], endpoints: BusEndpoints,
        requests: FleetRequests
    ) throws {
        run = state.run
        closed = try WakeUp()
        let handler = FleetRequestHandler(
            requests: requests, session: session, hasControls: false, words: DescriptionWriter(speech: [:]))
        let reference = reference
        bus = try BusServer(
            endpoints: endpoints, run: state.run, sessions: [session],
            journal: JournalSettings(maxBytes: Self.journalBytes), isHeldBack: true,
            onPosition: { handler.take(.position($0, $1), of: $0) },
            onHeading: { handler.take(.heading($0, $1), of: $0) },
            onMotion: { handler.take(.motion($0, $1), of: $0) },
            handler: { await reference.answer($0, handler) })
        reference.set(bus)
        let start = Self.start(state, history)
        bus.perform(everyMilliseconds: 250) { requests.sendDue() }
        bus.perform { $0.beginReplay(after: [session: start.cursor], state: start.state) }
        publish(history)
        bus.perform { $0.begin() }
    }

    /// Publishes the next events.
    func publish(_ events: [FollowedEvent]) {
        bus.perform { bus in
            for event in events { _ = bus.publish(recorded: event.envelope, bytes: event.bytes) }
        }
    }

    /// Ends the bus, and waits for it.
    func close() {
        bus.perform { [closed] bus in
            bus.close()
            closed.wake()
        }
        closed.wait()
        reference.set(nil)
    }

    /// The cursor before the first kept event, and the older events that are still the present state.
    private static func start(_ state: Snapshot, _ history: [FollowedEvent]) -> (
        cursor: StreamCursor, state: [Envelope]
    ) {
        var numbers = state.topicSequences
        for event in history.reversed() { numbers[event.envelope.event.topic] = event.envelope.topicSequence - 1 }
        let first = history.first?.envelope.sequence ?? state.sequence + 1
        return (
            StreamCursor(run: state.run, sequence: first - 1, topicSequences: numbers),
            state.latest.filter { $0.sequence < first }
        )
    }
}
