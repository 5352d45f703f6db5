import NavigationEvents

/// Estimates of speaking time. Guidance does not know the texts, but it knows which maneuvers need long ones: the
/// numbers are letters of a typical phrase, counted as ``SpokenLetters`` counts those of the street name.
extension CueTiming {
    /// Seconds from the event to the first sound.
    private static let startSeconds = 0.2

    /// Seconds from the event to the end of "now", the maneuver and the street name.
    static func speechSeconds(of step: Step) -> Double {
        let name = step.streetName
        let onto = name.isEmpty ? 0 : Double(" onto ".count) + SpokenLetters.count(of: name)
        let letters = Double("now ".count + self.letters(of: step.maneuver)) + onto
        return startSeconds + letters / SpokenLetters.perSecond
    }

    /// Seconds of ", then" and the next maneuver.
    static func thenSeconds(of maneuver: Maneuver) -> Double {
        Double(", then ".count + letters(of: maneuver)) / SpokenLetters.perSecond
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
