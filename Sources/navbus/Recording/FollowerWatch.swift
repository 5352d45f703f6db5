import Glibc
import NavigationEvents

/// Knows from the signs of life of those who follow a bus whether they have got everything that was published.
///
/// Nothing new is published while it looks. A follower gives its signs of life between two events; so one whose count
/// stands still from one sign to the next has none left; what it lost it notices with the next heartbeat of the bus, so
/// it has to stand still twice.
struct FollowerWatch {
    private struct Follower {
        var heardAt: Double
        var delivered: UInt64
        var stillness = 0

        var isDone: Bool { stillness >= 2 }
    }

    /// Seconds of silence after which a follower is not waited for if its process has gone.
    static let longestSilenceSeconds = 3.0
    /// And if its process is there: one that fetches much from the journal says nothing meanwhile, but one may hang.
    static let longestPauseSeconds = 60.0
    /// Less than lies between two signs of life, more than the clocks of two looks can differ.
    private static let leastStepSeconds = 0.3

    private var followers: [String: Follower] = [:]
    private let begunAt: Double
    private let isAlive: (Int32) -> Bool

    /// - Parameters:
    ///   - now: When the last event was published: seconds of any clock that never goes back.
    ///   - isAlive: Whether there is a process of this number.
    init(now: Double, isAlive: @escaping (Int32) -> Bool = { kill($0, 0) == 0 || errno == EPERM }) {
        begunAt = now
        self.isAlive = isAlive
    }

    /// Looks at what the bus knows of its followers.
    ///
    /// - Parameters:
    ///   - controls: Controls and taps, as the bus's status has them.
    ///   - now: Seconds of the same clock.
    /// - Returns: Whether all that are alive have got everything.
    mutating func look(at controls: [ControlStatus], now: Double) -> Bool {
        var areDone = true
        for control in controls {
            guard let vitals = control.vitals, let age = control.heartbeatAgeSeconds,
                control.state == .running, isPresent(control.processID, silentSeconds: age)
            else { continue }
            let heardAt = now - age
            if var follower = followers[control.control] {
                if heardAt > follower.heardAt + Self.leastStepSeconds {
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
        silentSeconds < (isAlive(processID) ? Self.longestPauseSeconds : Self.longestSilenceSeconds)
    }
}
