import EventBus
import EventCodec
import Glibc
import NATS
import NavigationEvents
import Platform

/// Shows the session of a bus to a fleet that does not guide it: publishes its events as a worker does, and answers questions
/// about it. Used on one thread, which it blocks.
///
/// Without a network, events are only in the journal of the bus. A follower asks for them when it hears the next one.
final class ShownSession {
    private static let busTimeout = Duration.seconds(20)
    private static let maxReceived = 1000
    private static let waitMilliseconds = 100

    private let session: Session
    private let bus: BusPipeline
    private let connection: NATSConnection
    private let output: FleetOutput
    private let questions: Questions
    /// The questions under way, by the id of the request or the token of the snapshot.
    private var asked: [UInt64: Questions.Question] = [:]

    /// Joins the bus and the fleet.
    init(_ session: Session, busEndpoint: String, connection: NATSConnection) throws {
        (self.session, self.connection) = (session, connection)
        bus = try BusPipeline(requests: busEndpoint)
        try bus.join(
            Hello(control: "", session: session, topics: Topic.allCases, processID: getpid()), timeout: Self.busTimeout)
        output = FleetOutput(connection, kept: nil)
        questions = try Questions(connection, FleetNames.question(about: session))
    }

    /// Works until the end of the control.
    ///
    /// - Throws: ``BusError`` if the bus is gone.
    func serve(while isNeeded: () -> Bool) throws {
        while isNeeded() {
            for question in questions.takeAll() { try ask(question) }
            var failure: (any Error)?
            let hasReceived = try bus.receive(
                most: Self.maxReceived,
                onReply: { reply in
                    do { try answer(reply) } catch { failure = error }
                },
                onEvent: { topic, envelope in
                    do { try publish(envelope, topic) } catch { failure = error }
                },
                onSnapshot: { token, bytes in
                    do { try answer(Array(bytes), to: token) } catch { failure = error }
                })
            if let failure { throw failure }
            if !hasReceived { try bus.wait(milliseconds: Self.waitMilliseconds) }
        }
    }

    private func publish(_ envelope: UnsafeRawBufferPointer, _ topic: UnsafeRawBufferPointer) throws {
        // Nothing waits for the network: the journal of the bus keeps more than any buffer.
        guard connection.isConnected, let numbers = EventNumbers(inEnvelope: envelope) else { return }
        let name = String(decoding: topic, as: UTF8.self).split(separator: "/")
        guard name.count == 2, name[1] == session.name else { return }
        try output.publish(
            envelope, topic: String(name[0]), of: session, run: numbers.run, sequence: numbers.sequence)
    }

    private func ask(_ question: Questions.Question) throws {
        if let missed = question.missed {
            let id = bus.nextID()
            asked[id] = question
            try bus.send(.missed(missed.events), id: id)
        } else {
            asked[try bus.requestSnapshot(of: session)] = question
        }
    }

    private func answer(_ reply: ReplyFrame) throws {
        guard let question = asked[reply.id] else { return }
        try answer(ReplyFrame(id: question.missed?.id ?? 0, reply: reply.reply).wireBytes(), to: reply.id)
    }

    private func answer(_ bytes: [UInt8], to token: UInt64) throws(NATSError) {
        guard let question = asked.removeValue(forKey: token) else { return }
        try output.answer(bytes, to: question.replyTo)
    }
}
