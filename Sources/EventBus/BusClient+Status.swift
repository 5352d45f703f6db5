import EventCodec
public import NavigationEvents
import ZeroMQ

extension BusClient {
    /// Asks the bus for its status and that of its controls. Never waits. The answer ends a wait of ``next(timeout:)``,
    /// and ``takeStatus()`` returns it.
    ///
    /// - Returns: `false` if no bus is connected.
    @discardableResult
    public func askForStatus() throws(BusError) -> Bool {
        let id = nextRequestID()
        let bytes = RequestFrame(id: id, request: .status).wireBytes()
        guard try transport({ () throws(ZeroMQError) in try requests.send(bytes) }) else { return false }
        inquiry.asked(id)
        return true
    }

    /// The newest answer to ``askForStatus()``, once; `nil` if there is no new one.
    public func takeStatus() throws(BusError) -> BusStatus? {
        // During a flood of events, answers are read only here: events come first.
        if inquiry.isOpen { try handleReplies() }
        return inquiry.takeStatus()
    }
}

/// The requests for the status of a bus, and the newest answer.
struct StatusInquiry {
    /// The ids of the requests that have no answer yet.
    private var open: ClosedRange<UInt64>?
    private var status: BusStatus?
    private var isUnreported = false

    /// Whether an answer is outstanding.
    var isOpen: Bool { open != nil }

    /// Records a request. A slow bus may still answer the earlier ones.
    mutating func asked(_ id: UInt64) { open = (open?.lowerBound ?? id)...id }

    /// Handles an answer; `false` if it answers another request.
    mutating func handle(_ answer: ReplyFrame) -> Bool {
        guard let open, open.contains(answer.id) else { return false }
        guard case .status(let status) = answer.reply else {
            // Requests of other kinds have ids in between. A refusal counts as no answer.
            if case .refused = answer.reply, answer.id == open.upperBound { self.open = nil }
            return false
        }
        self.open = answer.id < open.upperBound ? answer.id + 1...open.upperBound : nil
        self.status = status
        isUnreported = true
        return true
    }

    /// Whether a new answer has come; `true` once for each.
    mutating func hasNewAnswer() -> Bool {
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
