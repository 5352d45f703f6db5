import NavigationEvents

/// A landmark as the announcement of a moment names it.
struct SpokenLandmark {
    /// The phrase of the language.
    var wording = Wording()
    private let landmark: Landmark
    /// 1 for the first one of its kind on the way from here.
    private let ordinal: Int
    /// Metres to the maneuver from the first one of its kind that is ahead.
    private let nextMeters: Double

    /// A landmark that lies this far behind is certainly passed, metres; a position may be wrong by as much.
    private static let passedMeters = 15.0
    /// One that is nearer than this, or is passed while the sentence is spoken, might be counted or not.
    private static let aheadMeters = 20.0
    private static let spokenSeconds = 4.0
    /// The maneuver is announced with a landmark until it is passed by this, metres.
    private static let behindMeters = 10.0
    private static let maxEarlier = 2

    /// Counts the landmark from the present position; `nil` if it is not certain from here.
    init?(_ landmark: Landmark, at moment: CueContext) {
        let meters = moment.distanceMeters
        let clearance = max(Self.aheadMeters, Self.spokenSeconds * moment.speed)
        let ahead = landmark.earlierMeters.filter { $0 <= meters - clearance }
        let passed = landmark.earlierMeters.filter { $0 >= meters + Self.passedMeters }
        // A route may come from any program.
        guard landmark.earlierMeters.count <= Self.maxEarlier, meters <= landmark.certainMeters,
            meters >= landmark.distanceToManeuverMeters - Self.behindMeters,
            ahead.count + passed.count == landmark.earlierMeters.count
        else { return nil }
        self.landmark = landmark
        ordinal = ahead.count + 1
        nextMeters = ahead.max() ?? max(landmark.distanceToManeuverMeters, 0)
    }

    /// The id of the phrase; `nil` if no phrase has this kind, number or relation.
    var phrase: String? {
        let number = ordinal == 1 ? "" : "\(ordinal)"
        let id: String? =
            switch landmark.kind {
            case .trafficLight: "TrafficLight" + number
            case .stopSign: ordinal == 1 ? "StopSign" : nil
            case .signalCrossing: ordinal == 1 ? "SignalCrossing" : nil
            case .crossing: ordinal == 1 ? "Crossing" : nil
            case .levelCrossing: related("LevelCrossing")
            case .bridge: related("Bridge")
            case .church: related("Church")
            case .mosque: related("Mosque")
            case .synagogue: related("Synagogue")
            case .temple: related("Temple")
            case .fuel: related("Fuel")
            case .station: related("Station")
            case .stairsUp, .stairsDown, .unknown: nil
            }
        return id.map { "landmark" + $0 }
    }

    private func related(_ kind: String) -> String? {
        guard ordinal == 1 else { return nil }
        return switch landmark.relation {
        case .at: kind + "At"
        case .before: kind + "Before"
        case .after: kind + "After"
        case .opposite: kind + "Opposite"
        case .unknown: nil
        }
    }

    /// The seconds for which the sentence stays true: until the first landmark of the kind is passed. A "now" without a number
    /// stays true until the maneuver.
    func validSeconds(for moment: CueContext) -> Double {
        guard moment.speed > 0, ordinal > 1 || moment.cue.stage != .now else { return .infinity }
        return max(moment.distanceMeters - nextMeters, 0) / moment.speed
    }
}

extension AnnouncementWriter {
    /// Returns the landmark that a cue announces in place of the distance or of "now"; `nil` if the step has none that is certain
    /// from here, if its kind is not announced, or if the language has no phrase for it.
    ///
    /// The end of the road marks a turn better, and only a cue near the maneuver has a landmark.
    func landmark(for moment: CueContext) -> SpokenLandmark? {
        guard settings.outputType == .textToSpeech, moment.cue.subject == .maneuver, !moment.isAtEndOfRoad,
            moment.cue.stage == .prepare || moment.cue.stage == .now, let step = moment.step
        else { return nil }
        for landmark in step.landmarks where settings.spokenLandmarks.contains(landmark.kind) {
            guard var spoken = SpokenLandmark(landmark, at: moment), let phrase = spoken.phrase else { continue }
            spoken.wording = lookup.wording([phrase])
            if !spoken.wording.text.isEmpty { return spoken }
        }
        return nil
    }

    /// Returns the phrase for stairs whose direction is known.
    func stairsPhrases(of step: Step) -> PhraseChoice {
        guard step.passage == .stairs, settings.outputType == .textToSpeech else { return [] }
        return step.landmarks.map(\.kind).filter(settings.spokenLandmarks.contains).compactMap { kind in
            switch kind {
            case .stairsUp: "stairsUp"
            case .stairsDown: "stairsDown"
            default: nil
            }
        }
    }
}
