import EventCodec
import Glibc
import NavigationEvents
import Platform
import ZeroMQ

extension BusClient {
    /// Milliseconds between two attempts to reach a bus.
    private static let retryMilliseconds = 20
    /// Milliseconds after which an unanswered hello is sent again: the bus may have died before its answer.
    private static let repeatMilliseconds = 1000

    /// Milliseconds before a large request that was refused as unavailable is sent again.
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

    /// Sends a request as soon as a bus is connected, and waits for the answer.
    func exchange(_ request: Request, _ deadline: Deadline) throws(BusError) -> Reply {
        let id = nextRequestID()
        let frames = request.frames(id: id)
        let bytes = frames.reduce(0) { $0 + $1.count }
        guard bytes <= BusLimits.maxMessageBytes else {
            throw .tooLarge(what: "the request", bytes: bytes, limit: BusLimits.maxMessageBytes)
        }
        while true {
            let reply = try exchange(frames, id, deadline)
            guard case .refused(let refusal) = reply else { return reply }
            // A large request is sent again if the bus lost its beginning, or had no room for it beside others.
            guard frames.count > 1, refusal.code == .unavailable, deadline.millisecondsLeft > Self.pauseMilliseconds
            else { throw .refused(refusal) }
            usleep(UInt32(Self.pauseMilliseconds) * 1000)
        }
    }

    /// Sends the frames of a request, and waits for the answer. After a refusal the remaining frames are not sent.
    private func exchange(_ frames: [[UInt8]], _ id: UInt64, _ deadline: Deadline) throws(BusError) -> Reply {
        for (number, frame) in frames.enumerated() {
            if number > 0, let reply = try receiveReply(id, deadline) { return reply }
            while try !transport({ () throws(ZeroMQError) in try requests.send(frame) }) {
                _ = try reach()
                // An unread answer would end every wait at once.
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

    /// The answer with this number; `nil` if it has not come. Other answers are handled, or came too late.
    private func receiveReply(_ id: UInt64?, _ deadline: Deadline) throws(BusError) -> Reply? {
        var frame = Frame()
        // The deadline also ends a flood of other answers.
        while !deadline.isOver, try transport({ () throws(ZeroMQError) in try requests.receive(into: &frame) }) {
            do {
                let answer = try frame.withBytes { bytes throws(WireError) in try ReplyFrame(wireBytes: bytes) }
                if answer.id == id { return answer.reply }
                handle(answer)
            } catch {
                guard id == nil else { throw .malformed(error) }
                counters.malformed += 1
            }
        }
        return nil
    }

    // MARK: - Asynchronous Answers

    /// Handles the answers to reports and to a repeated hello.
    func handleReplies() throws(BusError) {
        _ = try receiveReply(nil, Deadline(.milliseconds(Self.retryMilliseconds)))
        if let endpoint = newEndpoint {
            newEndpoint = nil
            if try admits(endpoint) { try stream?.move(to: endpoint) }
        }
    }

    private func handle(_ answer: ReplyFrame) {
        if handle(acknowledgement: answer) || inquiry.handle(answer) { return }
        guard answer.id == helloID else { return }
        helloID = nil
        // The bus has received the hello, even if it refused it. Events arrive all the same; only the list of controls
        // may lack this one.
        stream?.pendingActions.needsHello = false
        guard case .welcome(let welcome) = answer.reply else { return }
        newWelcome = welcome
        do {
            newEndpoint = try Endpoint.reachable(welcome.eventsEndpoint, from: endpoint)
        } catch {
            counters.malformed += 1
        }
    }

    /// Introduces the control to a restarted bus. Its settings stay as they are. Does not wait.
    func sayHelloAgain(_ stream: SessionSubscription) throws(BusError) {
        guard try reach() else { return }
        let id = nextRequestID()
        let bytes = RequestFrame(id: id, request: .hello(stream.hello)).wireBytes()
        if try transport({ () throws(ZeroMQError) in try requests.send(bytes) }) { helloID = id }
    }

    /// Whether answers are outstanding.
    func awaitsReplies(_ stream: SessionSubscription) -> Bool {
        stream.pendingActions.awaitsReplies || !outbox.isEmpty || inquiry.isOpen
    }

    /// Performs the actions that are due, and returns the milliseconds until the next one.
    func performDueActions(_ stream: SessionSubscription) throws(BusError) -> Int {
        if awaitsReplies(stream) { try handleReplies() }
        // Missing events are fetched first: after the snapshot for the other topics they would be lost.
        if let welcome = newWelcome, case .live = stream.state {
            newWelcome = nil
            try stream.adopt(welcome)
        }
        let now = MonotonicInstant.now.nanoseconds
        switch stream.pendingActions.due(now, isRepairing: stream.state.isRepairing) {
        case .sayHello: try sayHelloAgain(stream)
        case .requestBarrier: try stream.requestSnapshot()
        case nil: break
        }
        try sendReports(now)
        let wait = stream.pendingActions.milliseconds(now, isRepairing: stream.state.isRepairing)
        return min(wait, outbox.milliseconds(now))
    }
}
