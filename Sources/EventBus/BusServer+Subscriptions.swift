import EventCodec
import NavigationEvents
import ZeroMQ

extension BusServer {
    /// Most messages taken from a socket before the other one, and publishing, get their turn.
    static let mostMessagesInTurn = 64

    /// Takes note of subscriptions; one to `~snap/<session>/<id>` is answered with a snapshot on that topic.
    ///
    /// libzmq hands over the subscriptions of a peer in the order in which it made them, and sends to the peer in
    /// order too. So when this one is seen, those to the topics are already in force, and every event after the
    /// snapshot reaches the peer behind it: nothing falls between the state and the stream.
    func serveSubscriptions() {
        var turns = Self.mostMessagesInTurn
        while turns > 0, let message = transport?.receiveSubscription() {
            turns -= 1
            guard let kind = message.first, kind <= 1 else {
                counters.malformedSubscriptions += 1
                continue
            }
            if kind == 1 { subscribed(to: Array(message.dropFirst())) }
        }
    }

    private func subscribed(to topic: [UInt8]) {
        if let session = WireNames.snapshotSession(in: String(decoding: topic, as: UTF8.self)),
            let log = logs.first(where: { $0.session == session })
        {
            counters.snapshots += 1
            sendSnapshot(of: log, topic: topic, withEvents: true)
        } else if !logs.contains(where: { $0.names.matches(prefix: topic) }) {
            counters.unknownTopics += 1
        }
    }

    func sendSnapshot(of log: SessionLog, topic: [UInt8], withEvents: Bool) {
        do {
            let bytes = try log.snapshot(run: run, withEvents: withEvents).wireBytes()
            let isSent = bytes.withUnsafeBytes { transport?.send($0, topic: topic) ?? true }
            if !isSent { counters.failedSends += 1 }
        } catch {
            // The bus cannot read what it wrote itself; the joiner asks again, and the counter tells.
            counters.failedSends += 1
        }
    }
}
