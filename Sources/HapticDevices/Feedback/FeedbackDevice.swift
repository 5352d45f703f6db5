import DBus
import Platform

/// The vibrator of a phone, through feedbackd.
///
/// No call waits for its answer: the answer of feedbackd is checked when it arrives.
struct FeedbackDevice: HapticDevice {
    /// Own error names for conditions that feedbackd reports otherwise.
    static let silent = "org.navbus.Silent"
    static let motionless = "org.navbus.Motionless"
    static let ended = "org.navbus.Ended"
    /// The time limit of an answer.
    private static let answerTimeoutMilliseconds = 1000
    private static let maxPendingCalls = 64

    let name: String
    var motors: HapticMotors { .one }
    /// Readable when feedbackd answers or has ended.
    var descriptor: Int32? { connection.descriptor }
    /// Whether all calls were answered.
    var isAnswered: Bool { pending.isEmpty }
    /// Whether it plays patterns; otherwise it plays named events.
    let knowsPatterns: Bool

    private let connection: DBusConnection
    /// The times of the calls without an answer yet.
    private var pending: [UInt64: Int] = [:]
    /// The numbers of events that may still be playing.
    private var events: [UInt32] = []
    private var loss: HapticDeviceError?

    init(name: String, connection: DBusConnection, knowsPatterns: Bool) {
        self.name = name
        self.connection = connection
        self.knowsPatterns = knowsPatterns
    }

    mutating func vibrate(_ vibration: Vibration) throws(HapticDeviceError) {
        if knowsPatterns {
            return try send(Self.pattern([(vibration.strength, vibration.milliseconds)]))
        }
        guard let event = FeedbackEvent(vibration) else { return }
        // Vibration only, without sound, played once: -1.
        try send(
            FeedbackDriver.method(
                "org.sigxcpu.Feedback", "TriggerFeedback",
                [
                    .string(FeedbackDriver.application), .string(event.rawValue),
                    .dictionary(["profile": .string("quiet")]), .int32(-1),
                ]))
    }

    mutating func stop() throws(HapticDeviceError) {
        // An empty pattern ends the previous one.
        if knowsPatterns { return try send(Self.pattern([])) }
        try receive()
        defer { events = [] }
        do throws(DBusError) {
            // The answer is an error if the event has ended already; it is ignored.
            for event in events {
                try connection.send(FeedbackDriver.method("org.sigxcpu.Feedback", "EndFeedback", [.uint32(event)]))
            }
        } catch {
            throw lost(error)
        }
    }

    mutating func messages() throws(HapticDeviceError) -> [DeviceMessage] {
        try receive()
        return []
    }

    mutating func checkHealth() throws(HapticDeviceError) {
        try receive()
        if let oldest = pending.values.min(),
            MonotonicInstant.now.milliseconds - oldest > Self.answerTimeoutMilliseconds
        {
            throw lost(.timeout(method: "a vibration", seconds: Double(Self.answerTimeoutMilliseconds) / 1000))
        }
    }

    mutating func close() {
        // A slow device may still be vibrating; the pulses of a lost one end by themselves.
        loss = nil
        try? stop()
        connection.close()
    }

    private mutating func send(_ method: DBusMethod) throws(HapticDeviceError) {
        if let loss { throw loss }
        do throws(DBusError) {
            guard pending.count < Self.maxPendingCalls else { throw .timeout(method: method.member, seconds: 2) }
            pending[try connection.send(method)] = MonotonicInstant.now.milliseconds
        } catch {
            throw lost(error)
        }
    }

    /// Handles the answers of feedbackd.
    private mutating func receive() throws(HapticDeviceError) {
        if let loss { throw loss }
        do throws(DBusError) {
            while let message = try connection.next() {
                switch message {
                case .answer(let number, let result):
                    if pending.removeValue(forKey: number) != nil { try handle(result.get()) }
                case .signal(let signal):
                    if signal.member == "NameOwnerChanged" { throw .answer(name: Self.ended, text: "") }
                }
            }
        } catch {
            throw lost(error)
        }
    }

    private mutating func handle(_ answer: [DBusValue]) throws(DBusError) {
        switch answer.first {
        case .bool(false): throw .answer(name: Self.silent, text: "")
        case .uint32(let event): events = events.suffix(7) + [event]
        default: break
        }
    }

    private mutating func lost(_ error: DBusError) -> HapticDeviceError {
        let error = FeedbackDriver.error(error, name: name)
        loss = loss ?? error
        return error
    }

    private static func pattern(_ pulses: [(strength: Double, milliseconds: Int)]) -> DBusMethod {
        FeedbackDriver.method(
            "org.sigxcpu.Feedback.Haptic", "Vibrate",
            [
                .string(FeedbackDriver.application),
                .array(
                    of: "(du)",
                    pulses.map {
                        .structure([.double(min(max($0.strength, 0), 1)), .uint32(UInt32(clamping: $0.milliseconds))])
                    }),
            ])
    }
}
