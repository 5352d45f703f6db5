import EventCodec
import NavigationEvents

extension BusClient {
    /// What one look at the stream brought.
    enum Received {
        case nothing
        /// The next event, handed out directly: the way of nearly all of them.
        case event(Envelope)
        /// A message; what it led to, if anything, is pending.
        case message
    }

    /// Takes one message from the stream.
    func receive(_ stream: EventStream) throws(BusError) -> Received {
        guard let kind = try stream.receive() else { return .nothing }
        switch kind {
        case .event: return try takeEvent(stream)
        case .snapshot: try takeSnapshot(stream)
        case .beat: try takeBeat(stream)
        case .malformed: counters.malformed += 1
        case .foreign: break
        }
        return .message
    }

    private func takeEvent(_ stream: EventStream) throws(BusError) -> Received {
        // What precedes the snapshot is covered by it.
        guard !stream.isAwaitingSnapshot, stream.order != nil else { return .message }
        guard let envelope = decode(Envelope.self, stream) else { return .message }
        switch stream.verdict(on: envelope) {
        case .deliver: return stream.wanted.contains(envelope.event.topic) ? .event(envelope) : .message
        case .repeated: break
        case .otherRun: stream.expectSnapshot()
        case .gap:
            counters.gaps += 1
            if try repair(stream, through: envelope.sequence - 1) {
                stream.order?.advance(to: envelope)
                if stream.wanted.contains(envelope.event.topic) { pending.append(.event(envelope)) }
            } else {
                try stream.askForSnapshot()
            }
        }
        return .message
    }

    private func takeBeat(_ stream: EventStream) throws(BusError) {
        guard !stream.isAwaitingSnapshot, let order = stream.order, let beat = decode(Snapshot.self, stream) else {
            return
        }
        switch order.verdict(run: beat.run, sequence: beat.sequence) {
        case .repeated: break
        case .otherRun: stream.expectSnapshot()
        case .deliver, .gap:
            counters.gaps += 1
            if try repair(stream, through: beat.sequence) {
                stream.order?.advance(to: beat)
            } else {
                try stream.askForSnapshot()
            }
        }
    }

    /// A snapshot begins the stream, ends a resynchronisation, or comes unasked over a new connection.
    private func takeSnapshot(_ stream: EventStream) throws(BusError) {
        guard let snapshot = decode(Snapshot.self, stream) else { return }
        guard let order = stream.order else {
            begin(stream, snapshot)
            return
        }
        guard order.run == snapshot.run else {
            pending.append(.restarted(run: snapshot.run))
            begin(stream, snapshot)
            try sayHelloAgain(stream)
            return
        }
        let wasAwaited = stream.isAwaitingSnapshot
        stream.snapshotArrived()
        guard snapshot.sequence > order.sequence else { return }
        if !wasAwaited {
            counters.gaps += 1
            if try repair(stream, through: snapshot.sequence) {
                stream.order?.advance(to: snapshot)
                return
            }
        }
        resynchronize(stream, snapshot)
    }

    private func begin(_ stream: EventStream, _ snapshot: Snapshot) {
        stream.snapshotArrived()
        stream.order = DeliveryOrder(after: snapshot)
        isNavigating = snapshot.isNavigating
        for envelope in snapshot.latest where stream.wanted.contains(envelope.event.topic) {
            pending.append(.event(envelope))
        }
    }

    private func resynchronize(_ stream: EventStream, _ snapshot: Snapshot) {
        guard let order = stream.order else { return }
        let (missed, latest) = order.resynchronization(snapshot, topics: stream.wanted)
        counters.missed += UInt64(missed)
        isNavigating = snapshot.isNavigating
        stream.order?.advance(to: snapshot)
        if missed > 0 { pending.append(.resynchronized(missed: missed)) }
        pending.append(contentsOf: latest.map(Delivery.event))
    }

    /// Reads the payload; `nil`, counted, if it cannot be read: its event leaves a gap, and is fetched again.
    private func decode<Message: WireMessage>(_: Message.Type, _ stream: EventStream) -> Message? {
        do {
            return try stream.decodePayload()
        } catch {
            counters.malformed += 1
            return nil
        }
    }
}

extension Snapshot {
    /// Whether a navigation is active.
    fileprivate var isNavigating: Bool { latest.contains { $0.event.topic == .onNavigationStarted } }
}
