import EventCodec
import NavigationEvents

extension BusClient {
    /// Takes one message from the stream; what it leads to is put to ``pending``. `false` if there was none.
    func receive(_ stream: EventStream) throws(BusError) -> Bool {
        guard let kind = try stream.receive() else { return false }
        switch kind {
        case .event: try takeEvent(stream)
        case .snapshot: try takeSnapshot(stream)
        case .beat: try takeBeat(stream)
        case .malformed: counters.malformed += 1
        case .foreign: break
        }
        return true
    }

    private func takeEvent(_ stream: EventStream) throws(BusError) {
        // What precedes the snapshot is covered by it.
        guard !stream.isAwaitingSnapshot, let order = stream.order else { return }
        guard let envelope = decode(Envelope.self, stream) else { return }
        switch order.verdict(run: envelope.run, sequence: envelope.sequence) {
        case .deliver: deliver(envelope, stream)
        case .repeated: break
        case .otherRun: stream.expectSnapshot()
        case .gap:
            counters.gaps += 1
            if try repair(stream, before: envelope.sequence) {
                deliver(envelope, stream)
            } else {
                try stream.askForSnapshot()
            }
        }
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
            if try repair(stream, before: beat.sequence + 1) {
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
            if try repair(stream, before: snapshot.sequence + 1) {
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

    private func deliver(_ envelope: Envelope, _ stream: EventStream) {
        stream.order?.advance(to: envelope)
        if stream.wanted.contains(envelope.event.topic) { pending.append(.event(envelope)) }
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
