import EventCodec
import Glibc
import NATS
import NavigationEvents
import Platform
import Synchronization
import Trackers

/// Takes the requests of vehicles and operators into the log of their partition.
///
/// A vehicle sends a `RequestFrame` to `REQ.<session>`; each goes to one gateway. A position is answered when the log has
/// it; another request, when a worker has carried it out. A sender that gets no answer sends the frame again with the same
/// id.
final class FleetGateway: Sendable {
    private static let queue = "gateways"
    /// Milliseconds in which positions are collected.
    private static let collectMilliseconds: Int32 = 20
    private static let repeatSeconds = 1.0
    /// A token names the partition in its lower bits.
    private static let partitionBits: UInt64 = 8

    /// The counters of a gateway.
    struct Counters: Sendable, Hashable {
        var accepted: UInt64 = 0
        var stored: UInt64 = 0
        var dropped: UInt64 = 0
        /// Refused requests, by the reason.
        var refused: [RequestError.Code: UInt64] = [:]
    }

    private struct State: Sendable {
        var outboxes = [InputOutbox](repeating: InputOutbox(), count: Partition.count)
        var counters = Counters()
        var isClosed = false
        /// Sources in this process that wait until the log has their inputs.
        var waiters: [UInt64: @Sendable () -> Void] = [:]
        var lastWaiter: UInt64 = 0
    }

    private let instance = UInt64.random(in: 0...UInt64.max)
    private let connection: NATSConnection
    private let state = Mutex(State())
    private let wakeUp: WakeUp
    private let complain: @Sendable (String) -> Void
    private let publisher = Mutex<AckedPublisher?>(nil)
    private let subscription = Mutex<NATSSubscription?>(nil)

    /// Makes the stream of inputs, if it does not exist yet.
    ///
    /// - Parameters:
    ///   - replicas: The copies of the stream in the cluster.
    ///   - complain: Receives problems, for people.
    init(
        connection: NATSConnection, log: StreamSettings, complain: @escaping @Sendable (String) -> Void
    ) throws {
        (self.connection, self.complain) = (connection, complain)
        wakeUp = try WakeUp()
        try JetStream(connection).ensureStream(log)
    }

    /// Begins to take requests.
    func start() throws {
        let acks = try AckedPublisher(connection) { [weak self] token, result in self?.take(result, of: token) }
        publisher.withLock { $0 = acks }
        try SystemThread.detach("gateway") { [self] in serve() }
        let requests = try connection.subscribe(FleetNames.requests, queue: Self.queue) { [weak self] in
            self?.take($0)
        }
        subscription.withLock { $0 = requests }
    }

    /// Takes no further requests, waits until the log has those that were accepted, and ends.
    func close(timeoutSeconds: Double) {
        subscription.withLock { subscription in
            subscription?.unsubscribe()
            subscription = nil
        }
        let end = MonotonicInstant.now.seconds + timeoutSeconds
        while MonotonicInstant.now.seconds < end, state.withLock({ $0.outboxes.contains { !$0.isEmpty } }) {
            wakeUp.wake()
            usleep(10_000)
        }
        state.withLock { $0.isClosed = true }
        wakeUp.wake()
        publisher.withLock { $0?.close() }
    }

    /// The present counters.
    var counters: Counters {
        state.withLock { state in
            var counters = state.counters
            counters.dropped = state.outboxes.reduce(0) { $0 + $1.dropped }
            return counters
        }
    }

    /// Accepted requests that the log has not stored yet.
    var waitingCount: Int {
        state.withLock { state in
            state.outboxes.reduce(0) { $0 + $1.waitingCount + ($1.underWay?.inputs.count ?? 0) }
        }
    }

    /// Takes a position of a tracker.
    ///
    /// - Parameter onStored: Called once on another thread, when the log has the position.
    /// - Returns: `false` if it must be sent again later; then `onStored` is not called.
    func take(_ position: TrackerPosition, onStored: @escaping @Sendable () -> Void) -> Bool {
        let frame = RequestFrame(id: 0, request: .position(position.session, position.fix))
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            state.waiters[state.lastWaiter] = onStored
            return state.lastWaiter
        }
        let isAccepted = accept(
            .init(
                session: position.session, id: 0, bytes: frame.wireBytes(), isPosition: true, replyTo: nil,
                waiter: waiter))
        if !isAccepted { state.withLock { $0.waiters[waiter] = nil } }
        return isAccepted
    }

    // MARK: - Requests

    private func take(_ message: NATSMessage) {
        guard let session = FleetNames.session(ofSubject: message.subject) else {
            return refuse(message, id: 0, .noSuchSession, "\"\(message.subject)\" ends with no session name")
        }
        let frame: RequestFrame
        do {
            frame = try RequestFrame(wireBytes: message.payload)
        } catch {
            let id = message.payload.withUnsafeBytes { RequestFrame.id(inWireBytes: $0) }
            return refuse(message, id: id, .malformed, "failed to read the request: \(error)")
        }
        guard let named = frame.request.fleetSession, !frame.request.isCheckpoint else {
            return refuse(message, id: frame.id, .malformed, "a fleet has no requests of this kind")
        }
        guard named == session else {
            return refuse(
                message, id: frame.id, .forbidden,
                "the request is about \"\(named.name)\", and was sent for \"\(session.name)\"")
        }
        let input = InputOutbox.Input(
            session: session, id: frame.id, bytes: message.payload, isPosition: frame.request.isImmediate,
            replyTo: message.replyTo)
        guard accept(input) else {
            return refuse(message, id: frame.id, .unavailable, "too many requests wait for the log; try again later")
        }
    }

    private func accept(_ input: InputOutbox.Input) -> Bool {
        let partition = Partition(of: input.session)
        let isAccepted = state.withLock { state in
            guard state.outboxes[partition.number].accept(input) else { return false }
            state.counters.accepted += 1
            return true
        }
        if isAccepted, !input.isPosition { wakeUp.wake() }
        return isAccepted
    }

    private func refuse(_ message: NATSMessage, id: UInt64, _ code: RequestError.Code, _ text: String) {
        state.withLock { $0.counters.refused[code, default: 0] += 1 }
        guard let subject = message.replyTo else { return }
        reply(.refused(RequestError(code: code, text: text)), to: subject, id: id)
    }

    private func reply(_ reply: Reply, to subject: String, id: UInt64) {
        do throws(NATSError) {
            try connection.publish(subject, ReplyFrame(id: id, reply: reply).wireBytes())
        } catch {
            // The sender asks again.
        }
    }

    // MARK: - The Log

    private func serve() {
        var complaint = ""
        while !state.withLock({ $0.isClosed }) {
            do throws(NATSError) {
                try send()
                complaint = ""
            } catch {
                if complaint != "\(error)" { complain("failed to \(error)") }
                complaint = "\(error)"
            }
            wakeUp.wait(milliseconds: Self.collectMilliseconds)
            wakeUp.clear()
        }
    }

    /// Sends what is due.
    private func send() throws(NATSError) {
        let now = MonotonicInstant.now.seconds
        let messages = state.withLock { state in
            Partition.all.compactMap { partition in
                state.outboxes[partition.number].next(now: now, repeatSeconds: Self.repeatSeconds)
                    .map { (partition, $0) }
            }
        }
        for (partition, message) in messages {
            do throws(NATSError) {
                try publisher.withLock { publisher in
                    Result { () throws(NATSError) in
                        try publisher?.publish(
                            FleetNames.input(partition), message.list,
                            messageID: "\(instance)-\(partition.number)-\(message.number)",
                            headers: message.replyTo.map { [.init(FleetNames.replyHeader, $0)] } ?? [],
                            token: message.number << Self.partitionBits | UInt64(partition.number))
                    }
                }.get()
            } catch {
                guard case .payloadTooLarge = error else { throw error }
                let lost = state.withLock { $0.outboxes[partition.number].giveUp(message.number) }
                for input in lost {
                    guard let subject = input.replyTo else { continue }
                    reply(
                        .refused(RequestError(code: .forbidden, text: "failed to \(error)")), to: subject, id: input.id)
                }
            }
        }
    }

    private func take(_ result: Result<PublishAck, NATSError>, of token: UInt64) {
        // An error is temporary: the message is sent again.
        guard case .success = result else { return }
        let number = Int(token & (1 << Self.partitionBits - 1))
        let inputs = state.withLock { state in
            let inputs = state.outboxes[number].confirm(token >> Self.partitionBits)
            state.counters.stored += UInt64(inputs.count)
            return inputs
        }
        for input in inputs where input.isPosition {
            if let subject = input.replyTo { reply(.done, to: subject, id: input.id) }
        }
        let stored = state.withLock { state in inputs.compactMap { state.waiters.removeValue(forKey: $0.waiter) } }
        for onStored in stored { onStored() }
        // A long queue goes on at once.
        if state.withLock({ $0.outboxes[number].waitingCount > 0 }) { wakeUp.wake() }
    }
}
