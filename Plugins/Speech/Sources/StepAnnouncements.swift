package import Announcements
package import NavigationEvents

/// The announcements that one step of a route may get, in all variants that take different times.
package struct StepAnnouncements {
    /// The number of the step.
    package var stepNumber: Int
    /// The stage "now", alone.
    package var now: Announcement
    /// The stage "now" with the maneuver after it; `nil` if no maneuver follows.
    package var chained: Announcement?
    /// The stage "now" with the lanes; `nil` if it names none.
    package var withLanes: Announcement?
    /// The stage "prepare".
    package var prepare: Announcement

    /// All of them, in the order of ``durations(_:startSeconds:)``.
    package var all: [Announcement] { [now, prepare] + [chained, withLanes].compactMap(\.self) }

    /// The durations of the step.
    ///
    /// - Parameters:
    ///   - seconds: The durations of ``all``.
    ///   - startSeconds: The time from the event to the first sound.
    package func durations(_ seconds: [Double], startSeconds: Double) -> StepSpeech {
        func extra(_ index: Int, _ announcement: Announcement?) -> Double {
            announcement == nil ? 0 : max(seconds[index] - seconds[0], 0)
        }
        return StepSpeech(
            stepNumber: stepNumber, nowSeconds: startSeconds + seconds[0], thenSeconds: extra(2, chained),
            lanesSeconds: extra(chained == nil ? 2 : 3, withLanes), prepareSeconds: startSeconds + seconds[1])
    }
}
