import EventCodec
import NavigationEvents

/// The inputs of one partition that a gateway has accepted and the log has not stored yet. One message is under way at a
/// time and is sent again with the same id until the log confirms it: the order is kept, and nothing is stored twice.
struct InputOutbox: Sendable {
    /// The most inputs that wait.
    static let maxWaiting = 4096

    /// An accepted frame.
    struct Input: Sendable, Hashable {
        var session: Session
        var id: UInt64
        var bytes: [UInt8]
        /// Positions may be dropped, and share a message.
        var isPosition: Bool
        /// The subject for the reply; `nil` if none is expected.
        var replyTo: String?
        /// The number of a source in this process that waits until the log has the input; 0 for none.
        var waiter: UInt64 = 0
    }

    /// A message for the log.
    struct Message: Sendable, Hashable {
        var number: UInt64
        var list: [UInt8]
        /// The subject to which a worker replies; `nil` if the gateway does.
        var replyTo: String?
        var inputs: [Input]
        /// When it was sent last, seconds of the monotonic clock.
        var sentAt: Double
    }

    private var waiting: [Input] = []
    private(set) var underWay: Message?
    private var lastNumber: UInt64 = 0
    /// Positions that were dropped because too many waited.
    private(set) var dropped: UInt64 = 0

    /// Accepts an input. If too many wait, the oldest position of the same session is dropped.
    ///
    /// - Returns: `false` if there is no room: the sender must try again later.
    mutating func accept(_ input: Input) -> Bool {
        if waiting.count >= Self.maxWaiting {
            guard let old = waiting.firstIndex(where: { $0.isPosition && $0.session == input.session }) else {
                return false
            }
            waiting.remove(at: old)
            dropped += 1
        }
        waiting.append(input)
        return true
    }

    var isEmpty: Bool { waiting.isEmpty && underWay == nil }
    var waitingCount: Int { waiting.count }

    /// The next message to send; `nil` if there is none, or if one is under way and not due again.
    ///
    /// - Parameter repeatSeconds: Seconds without a confirmation after which a message is sent again.
    mutating func next(now: Double, repeatSeconds: Double) -> Message? {
        if var message = underWay {
            guard now - message.sentAt >= repeatSeconds else { return nil }
            message.sentAt = now
            underWay = message
            return message
        }
        guard let first = waiting.first else { return nil }
        var list = RequestList()
        var count = 0
        for input in waiting {
            guard list.hasRoom(for: input.bytes.count), count == 0 || (first.isPosition && input.isPosition) else {
                break
            }
            list.append(input.bytes)
            count += 1
            if !input.isPosition { break }
        }
        lastNumber += 1
        let message = Message(
            number: lastNumber, list: list.bytes, replyTo: first.isPosition ? nil : first.replyTo,
            inputs: Array(waiting.prefix(count)), sentAt: now)
        waiting.removeFirst(count)
        underWay = message
        return message
    }

    /// Takes the confirmation of a message; returns the inputs that it stores.
    mutating func confirm(_ number: UInt64) -> [Input] {
        guard let message = underWay, message.number == number else { return [] }
        underWay = nil
        return message.inputs
    }

    /// Gives up the message under way: the log can never store it.
    mutating func giveUp(_ number: UInt64) -> [Input] { confirm(number) }
}
