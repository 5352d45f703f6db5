import Glibc
import NavigationEvents

/// Determines from heartbeats whether all subscribers have received every published event.
///
/// Nothing is published while it is used. A subscriber sends its heartbeats between two events, so a constant count of
/// events in two heartbeats means that none are left. A subscriber notices losses at the next heartbeat of the bus, so
/// the count has to be constant twice.
struct DeliveryMonitor {
    private struct Follower {
        var heardAt: Double
        var delivered: UInt64
        var stillness = 0

        var isDone: Bool { stillness >= 2 }
    }

    /// Seconds without a heartbeat after which a subscriber is ignored, if its process has ended.
    static let maxSilenceSeconds = 3.0
    /// The same if its process exists: a subscriber that fetches many events from the journal sends no heartbeats.
    static let maxFetchSeconds = 60.0
    /// The smallest difference of times that means a new heartbeat: less than the interval of heartbeats, more than the
    /// error of the computed times.
    private static let minHeartbeatStepSeconds = 0.3

    private var followers: [String: Follower] = [:]
    private let begunAt: Double
    private let isAlive: (Int32) -> Bool

    /// - Parameters:
    ///   - now: When the last event was published, in seconds of a monotonic clock.
    ///   - isAlive: Whether a process with this id exists.
    init(now: Double, isAlive: @escaping (Int32) -> Bool = { kill($0, 0) == 0 || errno == EPERM }) {
        begunAt = now
        self.isAlive = isAlive
    }

    /// Checks the status of the subscribers.
    ///
    /// - Parameters:
    ///   - controls: The controls and taps in the status of the bus.
    ///   - now: The present time, in seconds of the same clock.
    /// - Returns: Whether all live subscribers have received everything.
    package mutating func check(_ controls: [ControlStatus], now: Double) -> Bool {
        var areDone = true
        for control in controls {
            guard let vitals = control.vitals, let age = control.heartbeatAgeSeconds,
                control.state == .running, isPresent(control.processID, silentSeconds: age)
            else { continue }
            let heardAt = now - age
            if var follower = followers[control.control] {
                if heardAt > follower.heardAt + Self.minHeartbeatStepSeconds {
                    follower.stillness = vitals.delivered == follower.delivered ? follower.stillness + 1 : 0
                    (follower.heardAt, follower.delivered) = (heardAt, vitals.delivered)
                    followers[control.control] = follower
                }
            } else if heardAt >= begunAt {
                followers[control.control] = Follower(heardAt: heardAt, delivered: vitals.delivered)
            }
            areDone = areDone && followers[control.control]?.isDone == true
        }
        return areDone
    }
    private func isPresent(_ processID: Int32, silentSeconds: Double) -> Bool {
        silentSeconds < (isAlive(processID) ? Self.maxFetchSeconds : Self.maxSilenceSeconds)
    }
}
