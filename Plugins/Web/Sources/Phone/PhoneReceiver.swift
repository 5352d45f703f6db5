import Dashboard
import HTTPServer
import NavigationEvents

/// The phone that is the receiver: passes its positions to the bus. One phone at a time is the receiver.
struct PhoneReceiver: Sendable {
    /// The maximum size of a position in a request.
    static let maxBodyBytes = 2048
    /// The minimum time between two positions.
    private static let minSeconds = 0.02
    /// The silence after which another phone may become the receiver.
    private static let maxSilenceSeconds = 10.0

    private let send: @Sendable (Fix) -> Void
    private var phone: String?
    private var receivedAt = -Double.infinity

    /// - Parameter send: Passes a position to the bus; never waits.
    init(send: @escaping @Sendable (Fix) -> Void) { self.send = send }

    /// Handles a position.
    ///
    /// - Parameters:
    ///   - body: The body of the request.
    ///   - dashboard: The state of the bus.
    ///   - now: Seconds of the monotonic clock.
    mutating func reply(to body: [UInt8], _ dashboard: Dashboard, at now: Double) -> HTTPReply {
        guard let position = PhonePosition(body) else {
            return HTTPReply(refusing: 400, "This is not a position with a time, a latitude and a longitude.")
        }
        let silence = now - receivedAt
        if let phone, phone != position.phone, silence < Self.maxSilenceSeconds {
            return HTTPReply(refusing: 423, "Another phone is the receiver; turn it off there first.")
        }
        guard silence >= Self.minSeconds else {
            return HTTPReply(refusing: 429, "Positions come too fast: at most 50 a second.")
        }
        if let refusal = Self.refusal(dashboard) { return refusal }
        (phone, receivedAt) = (position.phone, now)
        send(position.fix)
        return HTTPReply("text/plain", .bytes([]), status: 204)
    }

    /// The reason for which the bus does not take positions of a phone; `nil` if it does.
    private static func refusal(_ dashboard: Dashboard) -> HTTPReply? {
        guard dashboard.isBusAlive else { return HTTPReply(refusing: 503, "The bus does not answer.") }
        switch dashboard.source {
        case .none, .unknown: return nil
        case .waiting, .running, .stale, .ended:
            return HTTPReply(
                refusing: 409,
                "The bus has another source of positions; remove the section [source] from its configuration.")
        }
    }
}
