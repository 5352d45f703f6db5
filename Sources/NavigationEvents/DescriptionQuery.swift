/// A query for the words of an instruction, as the announcements of navbus say them.
public struct DescriptionQuery: Sendable, Hashable {
    /// The instruction.
    public enum Subject: Sendable, Hashable {
        /// The present guidance, with its present distance.
        case present
        /// The cue that is due, or one of those that were due shortly before it.
        case cue(CueReference)
        /// The step of the present route with this ``Step/number``.
        case step(Int)
    }

    /// The instruction.
    public var subject: Subject
    /// BCP 47 tag of the language; empty: the language of the speech control in the configuration of the bus.
    public var language: String
    /// The form of the text.
    public var style: DescriptionStyle
    /// The units of distances; `unknown`: those of the speech control in the configuration of the bus.
    public var units: Units
    /// The stage of the sentence for a step; `unknown`: `prepare`.
    public var stage: CueStage

    /// Makes a query.
    public init(
        _ subject: Subject = .present, language: String = "", style: DescriptionStyle = .sentence,
        units: Units = .unknown,
        stage: CueStage = .unknown
    ) {
        self.subject = subject
        self.language = language
        self.style = style
        self.units = units
        self.stage = stage
    }
}

/// The form of a description.
public enum DescriptionStyle: Int32, OpenEnumeration {
    /// Not given, or a member of a later version: as ``sentence``.
    case unknown = 0
    /// The announcement: "In 300 meters, turn left onto Main Street."
    case sentence = 1
    /// The instruction for a list or a display, without a distance: "Turn left onto Main Street".
    case instruction = 2
    /// The maneuver alone: "Turn left".
    case maneuver = 3

    /// The value for an unknown number.
    public static let unrecognized = DescriptionStyle.unknown
}
