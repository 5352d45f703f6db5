public import NavigationEvents

/// The settings of announcements: units, and which parts are announced.
public struct AnnouncementSettings: Sendable, Hashable {
    /// The output of announcements. The raw values are those of other navigation software.
    public enum OutputType: Int, Sendable, CaseIterable {
        /// A voice that can say every word.
        case textToSpeech = 0
        /// A set of recorded clips. The text also holds only what the clips can say, so no names and no signposts.
        case samples = 1
    }

    /// The output of the announcements.
    public var outputType: OutputType
    /// The units of distances.
    public var units: UnitSystem
    /// The decimal separator of 1.5; `nil` uses that of the language (`guidance_decimalSeparator`), or else a full
    /// stop.
    public var decimalSeparator: String?
    /// Whether street names are announced.
    public var speaksStreetNames: Bool
    /// Whether the destinations on signposts are announced.
    public var speaksSignposts: Bool
    /// Whether the lanes to use are announced, if some of the lanes are wrong.
    public var speaksLanes: Bool
    /// The kinds of landmarks that are announced in place of a distance.
    public var spokenLandmarks: Set<LandmarkKind>
    /// The speed of the voice as a multiple of its normal one; a slow voice gets shorter sentences.
    public var voiceSpeed: Double
    /// Which announcements are made; `unknown` counts as `all`.
    public var verbosity: Verbosity

    /// Creates settings.
    public init(
        outputType: OutputType = .textToSpeech,
        units: UnitSystem = .metric,
        decimalSeparator: String? = nil,
        speaksStreetNames: Bool = true,
        speaksSignposts: Bool = true,
        speaksLanes: Bool = true,
        spokenLandmarks: Set<LandmarkKind> = Set(LandmarkKind.allCases),
        voiceSpeed: Double = 1,
        verbosity: Verbosity = .all
    ) {
        self.outputType = outputType
        self.units = units
        self.decimalSeparator = decimalSeparator
        self.speaksStreetNames = speaksStreetNames
        self.speaksSignposts = speaksSignposts
        self.speaksLanes = speaksLanes
        self.spokenLandmarks = spokenLandmarks
        self.voiceSpeed = voiceSpeed
        self.verbosity = verbosity
    }

    /// Whether the verbosity allows an announcement of a cue.
    func allows(_ cue: Cue) -> Bool {
        switch verbosity {
        case .silent: false
        case .alerts: cue.stage == .now || cue.subject == .offRoute
        case .all, .unknown: true
        }
    }
}
