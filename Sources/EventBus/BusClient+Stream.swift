import EventCodec
import NavigationEvents

extension BusClient {
    /// The outcome of one attempt to receive from the stream.
    enum Received {
        case nothing
        /// The next event, returned directly without the list of pending deliveries.
        case event(Envelope)
        /// A heartbeat of the bus, without a delivery.
        case heartbeat
        /// The next event, which is read before anything else is received.
        case view(EnvelopeView)
        /// A message. The deliveries that it caused, if any, are pending.
        case message
    }

    /// Receives one message from the stream.
    ///
    /// - Parameter isViewed: Whether an event is returned as a view, if it is the next one.
    func receive(_ stream: SessionSubscription, isViewed: Bool = false) throws(BusError) -> Received {
        guard let kind = try stream.receive() else { return .nothing }
        stream.pendingActions.hasReceived = true
        switch kind {
        case .event:
            if isViewed, let view = stream.viewNext() { return .view(view) }
            return try handleEvent(stream)
        case .passed: try handlePassed(stream)
        case .snapshot: try handleSnapshot(stream)
        case .heartbeat:
            try handleHeartbeat(stream)
            if pending.isEmpty { return .heartbeat }
        case .malformed: counters.malformed += 1
        case .foreign: break
        }
        return .message
    }

    private func handleEvent(_ stream: SessionSubscription) throws(BusError) -> Received {
        // The snapshot covers the events before it.
        guard !stream.state.isAwaitingSnapshot else { return .message }
        let envelope: Envelope
        do {
            envelope = try stream.decodePayload()
        } catch {
            try handleUnreadable(stream)
            return .message
        }
        let topic = envelope.event.topic
        switch stream.verdict(on: envelope.numbers, of: topic) {
        case .deliver: return stream.wanted.contains(topic) ? .event(envelope) : .message
        case .repeated: break
        case .otherRun: stream.expectSnapshot()
        case .gap: try handleGap(stream, KeptEvent(topic: topic, numbers: envelope.numbers, envelope: envelope))
        }
        return .message
    }

    /// Counts an unwanted event.
    private func handlePassed(_ stream: SessionSubscription) throws(BusError) {
        guard let (topic, numbers) = stream.passed else { return }
        try handle(numbers, of: topic, stream)
    }

    /// An event of a later version is skipped, and its numbers count. Any other unreadable event leaves a gap, and is
    /// fetched again.
    private func handleUnreadable(_ stream: SessionSubscription) throws(BusError) {
        guard let (topic, numbers) = stream.unknownEvent() else {
            counters.malformed += 1
            return
        }
        try handle(numbers, of: topic, stream)
    }

    /// Counts an event that is not delivered.
    private func handle(_ numbers: EventNumbers, of topic: Topic, _ stream: SessionSubscription) throws(BusError) {
        switch stream.verdict(on: numbers, of: topic) {
        case .deliver, .repeated: break
        case .otherRun: stream.expectSnapshot()
        case .gap: try handleGap(stream, KeptEvent(topic: topic, numbers: numbers))
        }
    }

    private func handleGap(_ stream: SessionSubscription, _ event: KeptEvent) throws(BusError) {
        // A repair is pending already, and includes this event.
        guard !stream.state.isRepairing else { return }
        counters.gaps += 1
        saveCursor(stream)
        switch try repair(stream, through: event.numbers.sequence - 1) {
        case .filled:
            stream.advance(to: event.numbers, of: event.topic)
            if let envelope = event.envelope, stream.wanted.contains(event.topic) { pending.append(.event(envelope)) }
        case .gone: try stream.askForSnapshot()
        case .unanswered: stream.repairEnded(isAnswered: false)
        }
    }

    private func handleHeartbeat(_ stream: SessionSubscription) throws(BusError) {
        let state = stream.state
        guard !state.isAwaitingSnapshot, let order = state.order, let heartbeat = decode(stream) else { return }
        guard heartbeat.run == order.run else { return stream.expectSnapshot() }
        noteProcess(stream, heartbeat.processID)
        // The events in the memory of the bus come soon.
        guard order.isBehind(heartbeat), !stream.hasUnreadEvents else { return }
        counters.gaps += 1
        if try fill(stream, heartbeat) == .gone { try stream.askForSnapshot() }
    }

    /// A snapshot begins the stream, ends a resynchronization, or arrives over a new connection.
    private func handleSnapshot(_ stream: SessionSubscription) throws(BusError) {
        guard let snapshot = decode(stream) else { return }
        // The connection may have ended because the rights of this client have changed.
        if try !stream.noteSnapshot() {
            _ = try admits(stream.endpoint)
            stream.pendingActions.needsHello = true
        }
        let added = stream.takeAdded()
        saveCursor(stream)
        let state = stream.state
        guard let order = state.order else { return begin(stream, snapshot) }
        if stream.isOvertaken(snapshot, order) { return }
        guard order.run == snapshot.run, snapshot.sequence >= order.sequence else {
            pending.append(.restarted(run: snapshot.run))
            begin(stream, snapshot)
            stream.pendingActions.needsHello = true
            return
        }
        noteProcess(stream, snapshot.processID)
        if state.isBeginning { isNavigating = snapshot.isNavigating }
        stream.snapshotArrived()
        guard order.isBehind(snapshot) else { return stream.repairEnded(isAnswered: true) }
        if case .resynchronizing = state {
        } else if stream.hasUnreadEvents {
            return
        } else {
            counters.gaps += 1
            guard try fill(stream, snapshot) == .gone else { return }
        }
        resynchronize(stream, snapshot, added)
    }

    /// Fetches the events that a snapshot or a heartbeat covers and this client lacks.
    private func fill(_ stream: SessionSubscription, _ snapshot: Snapshot) throws(BusError) -> Repair {
        saveCursor(stream)
        let outcome = try repair(stream, through: snapshot.sequence)
        if outcome == .filled { stream.reach(snapshot) } else { stream.repairEnded(isAnswered: outcome == .gone) }
        return outcome
    }

    /// A restarted bus, which has another process, does not know this client yet.
    private func noteProcess(_ stream: SessionSubscription, _ processID: Int32) {
        if stream.noteBus(processID) { stream.pendingActions.needsHello = true }
    }

    /// Records the cursor before the pending deliveries, unless there are some already.
    func saveCursor(_ stream: SessionSubscription) {
        if pendingStart == pending.count { cursorBeforePending = stream.state.order }
    }

    private func begin(_ stream: SessionSubscription, _ snapshot: Snapshot) {
        // The caller says hello, if that is needed.
        _ = stream.noteBus(snapshot.processID)
        stream.reach(snapshot)
        isNavigating = snapshot.isNavigating
        for envelope in stream.inOrder(snapshot.latest) where stream.wanted.contains(envelope.event.topic) {
            pending.append(.event(envelope))
        }
    }

    private func resynchronize(_ stream: SessionSubscription, _ snapshot: Snapshot, _ added: [Topic]) {
        guard let order = stream.state.order else { return }
        let (missed, latest) = order.resynchronization(snapshot, topics: stream.wanted, added: added)
        counters.missed += UInt64(missed)
        isNavigating = snapshot.isNavigating
        stream.reach(snapshot)
        if missed > 0 { pending.append(.resynchronized(missed: missed)) }
        pending.append(contentsOf: stream.inOrder(latest).map(Delivery.event))
    }

    /// Decodes the payload of a snapshot or a heartbeat; `nil`, counted, if it cannot be read.
    private func decode(_ stream: SessionSubscription) -> Snapshot? {
        do {
            return try stream.decodePayload()
        } catch {
            counters.malformed += 1
            return nil
        }
    }
}

extension Snapshot {
    /// Whether a navigation is active. A client without the right to onNavigationStarted sees it by the guidance, which
    /// is in a snapshot only while a navigation is active.
    fileprivate var isNavigating: Bool {
        latest.contains { $0.event.topic == .onNavigationStarted || $0.event.topic == .onNavigation }
    }
}

extension SessionSubscription {
    /// The events of a snapshot in the order of delivery. A control that handles commands gets its mute state before
    /// any event that it would announce.
    fileprivate func inOrder(_ latest: [Envelope]) -> [Envelope] {
        guard hello.acceptsCommands else { return latest }
        return latest.filter { $0.event.topic == .onCommand } + latest.filter { $0.event.topic != .onCommand }
    }
}
