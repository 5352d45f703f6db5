import NavigationEvents

/// Estimates of speaking time for as long as no control reports its own (``SpeechDurations``). Guidance does not know the
/// texts, but it knows which maneuvers need long ones: the numbers are letters of a typical phrase, counted as
/// ``SpokenLetters`` counts those of the street name.
extension StepSpeech {
    /// Seconds from the event to the first sound.
    private static let startSeconds = 0.2

    /// The usual durations of a step in English.
    init(estimating step: Step, next: Step?) {
        let name = step.streetName
        let onto = name.isEmpty ? 0 : Double(" onto ".count) + SpokenLetters.count(of: name)
        let phrase = Double(Self.letters(of: step.maneuver)) + onto
        self.init(
            stepNumber: step.number, nowSeconds: Self.startSeconds + Self.seconds("now ", phrase),
            thenSeconds: next.map { Self.seconds(", then ", Double(Self.letters(of: $0.maneuver))) } ?? 0,
            prepareSeconds: Self.startSeconds + Self.seconds("in four hundred meters ", phrase))
    }

    private static func seconds(_ start: String, _ letters: Double) -> Double {
        (Double(start.count) + letters) / SpokenLetters.perSecond
    }

    private static func letters(of maneuver: Maneuver) -> Int {
        switch maneuver {
        case .turnLeft, .turnRight, .turnKeepLeft, .turnKeepRight, .forkLeft, .forkRight, .straight: 10
        case .turnSlightLeft, .turnSlightRight, .turnSharpLeft, .turnSharpRight: 18
        case .destination: 30
        case .destinationLeft, .destinationRight: 44
        default: maneuver.isRoundabout ? 38 : 22
        }
    }
}
