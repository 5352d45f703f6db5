public import NavigationEvents

/// How announcements are to be said.
public struct AnnouncementSettings: Sendable, Hashable {
    /// What an announcement is made for; the numbers are those of the settings of other navigation software.
    public enum OutputType: Int, Sendable, CaseIterable {
        /// A voice that can say every word.
        case textToSpeech = 0
        /// A set of recorded clips: the text, too, says only what clips can say, so no names and signposts.
        case samples = 1
    }

    /// What the announcements are made for.
    public var outputType: OutputType
    /// The units of distances.
    public var units: UnitSystem
    /// What stands between the digits of 1.5; `nil` takes the language's (`guidance_decimalSeparator`), else a full stop.
    public var decimalSeparator: String?
    /// Whether names of streets are said.
    public var speaksStreetNames: Bool
    /// Whether the places on signposts are said.
    public var speaksSignposts: Bool
    /// Whether it is said which lanes lead on, where that matters.
    public var speaksLanes: Bool
    /// How much is said; `unknown` counts as `all`.
    public var verbosity: Verbosity

    /// Makes settings; what is not given is as most people want it.
    public init(
        outputType: OutputType = .textToSpeech,
        units: UnitSystem = .metric,
        decimalSeparator: String? = nil,
        speaksStreetNames: Bool = true,
        speaksSignposts: Bool = true,
        speaksLanes: Bool = true,
        verbosity: Verbosity = .all
    ) {
        self.outputType = outputType
        self.units = units
        self.decimalSeparator = decimalSeparator
        self.speaksStreetNames = speaksStreetNames
        self.speaksSignposts = speaksSignposts
        self.speaksLanes = speaksLanes
        self.verbosity = verbosity
    }

    /// Whether the verbosity lets a cue be said.
    func allows(_ cue: Cue) -> Bool {
        switch verbosity {
        case .silent: false
        case .alerts: cue.stage == .now || cue.subject == .offRoute
        case .all, .unknown: true
        }
    }
}
