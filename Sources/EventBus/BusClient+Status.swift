import EventCodec
public import NavigationEvents
import ZeroMQ

extension BusClient {
    /// Asks the bus how it and its controls fare; never waits. The answer ends a wait of ``next(timeout:)``, and is taken
    /// by ``takeStatus()``.
    ///
    /// - Returns: `false` if there is no bus to ask.
    @discardableResult
    public func askForStatus() throws(BusError) -> Bool {
        let id = nextRequestID()
        let bytes = RequestFrame(id: id, request: .status).wireBytes()
        guard try transport({ () throws(ZeroMQError) in try requests.send(bytes) }) else { return false }
        inquiry.asked(id)
        return true
    }

    /// The newest answer to ``askForStatus()``, once; `nil` if none has come since.
    public func takeStatus() throws(BusError) -> BusStatus? {
        // Under a flood of events nobody else looks for answers: events come first.
        if inquiry.isOpen { try takeReplies() }
        return inquiry.takeStatus()
    }
}

/// What was asked of a bus about itself, and what it has answered.
struct StatusInquiry {
    /// The requests that have no answer yet.
    private var open: ClosedRange<UInt64>?
    private var status: BusStatus?
    private var isUnreported = false

    /// Whether an answer is waited for.
    var isOpen: Bool { open != nil }

    /// Takes note that it was asked. A bus that is slow may still answer the questions before.
    mutating func asked(_ id: UInt64) { open = (open?.lowerBound ?? id)...id }

    /// Takes an answer; `false` if it is none to this.
    mutating func take(_ answer: ReplyFrame) -> Bool {
        guard let open, open.contains(answer.id) else { return false }
        guard case .status(let status) = answer.reply else {
            // Requests of other kinds have numbers between. What was refused counts as not answered.
            if case .refused = answer.reply, answer.id == open.upperBound { self.open = nil }
            return false
        }
        self.open = answer.id < open.upperBound ? answer.id + 1...open.upperBound : nil
        self.status = status
        isUnreported = true
        return true
    }

    /// Whether an answer has come; told once.
    mutating func isNews() -> Bool {
        defer { isUnreported = false }
        return isUnreported
    }

    mutating func takeStatus() -> BusStatus? {
        defer {
            status = nil
            isUnreported = false
        }
        return status
    }
}
