public import NavigationEvents

/// The declaration of a setting in the manifest of a control.
public struct SettingDeclaration: Sendable, Hashable {
    /// The type of a setting.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case text
        case bool
        case integer
        case number
        case list
        /// A text that names a file; the launcher makes it absolute, relative to the configuration file. A value among
        /// the choices, if there are any, is not a file name.
        case path
    }

    /// Key in the section of the control; nested keys are joined by dots ("voice.rate").
    public var key: String
    /// Type of the value.
    public var kind: Kind
    /// Value if the configuration has none.
    public var defaultValue: SettingValue
    /// The only allowed texts, besides file names if the type is `path`; empty: any text.
    public var choices: [String]
    /// The descriptions of choices, by choice; a manifest may describe all of them or none.
    public var choiceHelp: [String: String]
    /// Minimum of a number; `nil`: no minimum.
    public var minimum: Double?
    /// Maximum of a number; `nil`: no maximum.
    public var maximum: Double?
    /// Description in one sentence.
    public var help: String

    /// Makes a declaration.
    public init(
        key: String, kind: Kind, defaultValue: SettingValue, choices: [String] = [],
        choiceHelp: [String: String] = [:], minimum: Double? = nil, maximum: Double? = nil, help: String
    ) {
        self.key = key
        self.kind = kind
        self.defaultValue = defaultValue
        self.choices = choices
        self.choiceHelp = choiceHelp
        self.minimum = minimum
        self.maximum = maximum
        self.help = help
    }
}
