/// The words for an instruction.
public struct Description: Sendable, Hashable {
    /// The text in the requested form.
    public var text: String
    /// The tag of the table that the words are from.
    public var language: String
    /// ``Step/number`` of the step; `nil` if the words are about no step.
    public var stepNumber: Int?
    /// The first name or number of the road after the maneuver; empty if it has none.
    public var roadName: String
    /// The distance to the maneuver in words; empty if it is unknown or the maneuver is passed.
    public var distanceText: String

    /// Makes a description.
    public init(
        text: String, language: String, stepNumber: Int? = nil, roadName: String = "", distanceText: String = ""
    ) {
        self.text = text
        self.language = language
        self.stepNumber = stepNumber
        self.roadName = roadName
        self.distanceText = distanceText
    }
}
