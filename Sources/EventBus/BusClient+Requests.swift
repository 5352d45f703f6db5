import EventCodec
import Glibc
import NavigationEvents
import Platform
import ZeroMQ

extension BusClient {
    /// Milliseconds between looks at a bus that is not there yet.
    private static let retryMilliseconds = 20
    /// Milliseconds after which an unanswered hello is said again: the bus may have died over it.
    private static let repeatMilliseconds = 1000

    /// Milliseconds before a large request that had no room is sent again.
    private static let pauseMilliseconds = 100

    /// Says hello until the bus answers.
    func hello(_ hello: Hello, _ deadline: Deadline) throws(BusError) -> Welcome {
        while true {
            let attempt = Deadline(.milliseconds(min(Self.repeatMilliseconds, deadline.millisecondsLeft)))
            do throws(BusError) {
                let reply = try exchange(.hello(hello), attempt)
                if case .welcome(let welcome) = reply { return welcome }
                throw BusError.unexpectedAnswer(to: "hello")
            } catch {
                guard case .noAnswer = error else { throw error }
                if deadline.isOver { throw .noAnswer(endpoint: endpoint, seconds: deadline.seconds) }
            }
        }
    }

    /// Sends a request as soon as there is a bus, and waits for its answer.
    func exchange(_ request: Request, _ deadline: Deadline) throws(BusError) -> Reply {
        let id = nextRequestID()
        let frames = request.frames(id: id)
        let bytes = frames.reduce(0) { $0 + $1.count }
        guard bytes <= BusLimits.largestMessageBytes else {
            throw .tooLarge(what: "the request", bytes: bytes, limit: BusLimits.largestMessageBytes)
        }
        while true {
            let reply = try exchange(frames, id, deadline)
            guard case .refused(let refusal) = reply else { return reply }
            // A large request that lost its beginning with the bus, or had no room beside others, is sent again.
            guard frames.count > 1, refusal.code == .unavailable, deadline.millisecondsLeft > Self.pauseMilliseconds
            else { throw .refused(refusal) }
            usleep(UInt32(Self.pauseMilliseconds) * 1000)
        }
    }

    /// Sends the frames of a request, and waits for its answer. One that is refused is sent no further.
    private func exchange(_ frames: [[UInt8]], _ id: UInt64, _ deadline: Deadline) throws(BusError) -> Reply {
        for (number, frame) in frames.enumerated() {
            if number > 0, let reply = try receiveReply(id, deadline) { return reply }
            while try !transport({ () throws(ZeroMQError) in try requests.send(frame) }) {
                _ = try reach()
                // What lies there unread would end every wait at once.
                if let reply = try receiveReply(id, deadline) { return reply }
                try wait(deadline, atMost: Self.retryMilliseconds, forSending: true)
            }
        }
        while true {
            if let reply = try receiveReply(id, deadline) { return reply }
            try wait(deadline, atMost: Int.max)
        }
    }

    private func wait(
        _ deadline: Deadline, atMost milliseconds: Int, forSending: Bool = false
    ) throws(BusError) {
        guard !deadline.isOver else { throw .noAnswer(endpoint: endpoint, seconds: deadline.seconds) }
        var polled = PollSet()
        polled.add(requests, forSending: forSending)
        try transport { () throws(ZeroMQError) in
            try polled.wait(milliseconds: min(milliseconds, deadline.millisecondsLeft))
        }
    }

    /// The answer with this number; `nil` if none is there. Others are taken note of, or came too late.
    private func receiveReply(_ id: UInt64?, _ deadline: Deadline) throws(BusError) -> Reply? {
        var frame = Frame()
        // Who floods us with answers does not keep us for ever.
        while !deadline.isOver, try transport({ () throws(ZeroMQError) in try requests.receive(into: &frame) }) {
            do {
                let answer = try frame.withBytes { bytes throws(WireError) in try ReplyFrame(wireBytes: bytes) }
                if answer.id == id { return answer.reply }
                take(answer)
            } catch {
                guard id == nil else { throw .malformed(error) }
                counters.malformed += 1
            }
        }
        return nil
    }

    // MARK: Answers that nobody waits for

    /// Takes what has been answered to reports and to a hello that was said again.
    func takeReplies() throws(BusError) {
        _ = try receiveReply(nil, Deadline(.milliseconds(Self.retryMilliseconds)))
        if let endpoint = newEndpoint {
            newEndpoint = nil
            if try admits(endpoint) { try stream?.move(to: endpoint) }
        }
    }

    private func take(_ answer: ReplyFrame) {
        if take(acknowledgement: answer) || inquiry.take(answer) { return }
        guard answer.id == helloID else { return }
        helloID = nil
        // Refused or not: it was heard. Events arrive all the same; only the list of controls may lack this one.
        stream?.duties.owesHello = false
        guard case .welcome(let welcome) = answer.reply else { return }
        newWelcome = welcome
        do {
            newEndpoint = try Endpoint.reachable(welcome.eventsEndpoint, from: endpoint)
        } catch {
            counters.malformed += 1
        }
    }

    /// Introduces the control to a bus that was restarted, so that it is known there; its settings stay as they are.
    /// Nothing is waited for.
    func sayHelloAgain(_ stream: EventStream) throws(BusError) {
        guard try reach() else { return }
        let id = nextRequestID()
        let bytes = RequestFrame(id: id, request: .hello(stream.hello)).wireBytes()
        if try transport({ () throws(ZeroMQError) in try requests.send(bytes) }) { helloID = id }
    }

    /// Whether anything was asked or told that is answered later.
    func awaitsReplies(_ stream: EventStream) -> Bool {
        stream.duties.awaitsReplies || !outbox.isEmpty || inquiry.isOpen
    }

    /// Does what is due; how many milliseconds it may wait until the next time.
    func tend(_ stream: EventStream) throws(BusError) -> Int {
        if awaitsReplies(stream) { try takeReplies() }
        // What is missing is fetched first: behind the state that comes with other topics it would be lost.
        if let welcome = newWelcome, !stream.duties.owesRepair, !stream.isAwaitingSnapshot {
            newWelcome = nil
            try stream.adopt(welcome)
        }
        let now = MonotonicInstant.now.nanoseconds
        switch stream.duties.due(now) {
        case .sayHello: try sayHelloAgain(stream)
        case .askForMark: try stream.askForMark()
        case nil: break
        }
        try sendReports(now)
        return min(stream.duties.milliseconds(now), outbox.milliseconds(now))
    }
}
