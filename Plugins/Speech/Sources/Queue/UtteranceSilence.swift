import Glibc
import Platform

/// How long it is silent between utterances.
///
/// Between two utterances of people or books lie at least the delay after the first and that before the second; an
/// announcement waits for nobody's delay but its own.
struct UtteranceSilence {
    /// Silence before the first utterance after a rest of the output.
    let leadInSeconds: Double
    /// Monotonic milliseconds of the end of the last utterance; `nil` if there was none.
    private var endedAt: Double?
    /// What its delay asks for after it.
    private var owedSeconds = 0.0

    /// The longest delay that is taken seriously.
    static let mostSeconds = 600.0

    /// Whether time passes at the output.
    private let isPaced: Bool

    init(leadInSeconds: Double, isPaced: Bool) {
        self.leadInSeconds = isPaced ? leadInSeconds : 0
        self.isPaced = isPaced
    }

    /// How long ago the last utterance ended; `nil` if there was none.
    var millisecondsSinceEnd: Double? { endedAt.map { (MonotonicInstant.now.seconds * 1000) - $0 } }

    /// Seconds of silence before an utterance.
    ///
    /// - Parameter isAtRest: Whether the output has been closed since the last one.
    func seconds(before utterance: Utterance, isAtRest: Bool) -> Double {
        let passed = isPaced ? (millisecondsSinceEnd ?? 0) / 1000 : 0
        let owed = utterance.isAnnouncement ? 0 : max(owedSeconds - passed, 0)
        let own = utterance.isResumed ? 0 : Self.clamped(utterance.properties.preUtteranceDelaySeconds)
        return owed + own + (isAtRest ? leadInSeconds : 0)
    }

    /// Takes note that an utterance has ended.
    mutating func end(_ utterance: Utterance, isComplete: Bool) {
        endedAt = (MonotonicInstant.now.seconds * 1000)
        owedSeconds = isComplete ? Self.clamped(utterance.properties.postUtteranceDelaySeconds) : 0
    }

    private static func clamped(_ seconds: Double) -> Double { min(max(seconds, 0), mostSeconds) }
}
