import Glibc
import Platform

/// The silence between utterances.
///
/// Between two utterances of people or books, the delay after the first and the delay before the second both apply. An
/// announcement waits only for its own delay.
struct UtteranceSilence {
    /// The silence in seconds before the first utterance after a rest of the output.
    let leadInSeconds: Double
    /// The end of the last utterance in monotonic milliseconds; `nil` if there was none.
    private var endedAt: Double?
    /// The delay after the last utterance, in seconds.
    private var trailingDelaySeconds = 0.0

    /// The maximum delay in seconds; longer ones are shortened to it.
    static let maxSeconds = 600.0

    /// Whether speaking takes time.
    private let isPaced: Bool

    init(leadInSeconds: Double, isPaced: Bool) {
        self.leadInSeconds = isPaced ? leadInSeconds : 0
        self.isPaced = isPaced
    }

    /// The milliseconds since the end of the last utterance; `nil` if there was none.
    var millisecondsSinceEnd: Double? { endedAt.map { (MonotonicInstant.now.seconds * 1000) - $0 } }

    /// Returns the seconds of silence before an utterance.
    ///
    /// - Parameters:
    ///   - utterance: The next utterance.
    ///   - isAtRest: Whether the output was closed after the last one.
    func seconds(before utterance: Utterance, isAtRest: Bool) -> Double {
        let passed = isPaced ? (millisecondsSinceEnd ?? 0) / 1000 : 0
        let remainingDelay = utterance.isAnnouncement ? 0 : max(trailingDelaySeconds - passed, 0)
        let own = utterance.isResumed ? 0 : Self.clamped(utterance.properties.preUtteranceDelaySeconds)
        return remainingDelay + own + (isAtRest ? leadInSeconds : 0)
    }

    /// Records the end of an utterance.
    mutating func end(_ utterance: Utterance, isComplete: Bool) {
        endedAt = (MonotonicInstant.now.seconds * 1000)
        trailingDelaySeconds = isComplete ? Self.clamped(utterance.properties.postUtteranceDelaySeconds) : 0
    }

    private static func clamped(_ seconds: Double) -> Double { min(max(seconds, 0), maxSeconds) }
}
