public import NavigationEvents

/// One setting of a control, as its manifest declares it.
public struct SettingDeclaration: Sendable, Hashable {
    /// What a setting holds.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case text
        case bool
        case integer
        case number
        case list
        /// A text that names a file; the launcher makes it absolute, relative to the configuration file. One of its
        /// choices, if it has any, stands for something that is no file.
        case path
    }

    /// Its key in the control's section; nested keys are joined by dots ("voice.rate").
    public var key: String
    /// What it holds.
    public var kind: Kind
    /// What it is when the configuration does not say.
    public var defaultValue: SettingValue
    /// The only texts allowed, but for files if it is a path; empty if any.
    public var choices: [String]
    /// The least number allowed; `nil` if any.
    public var minimum: Double?
    /// The greatest number allowed; `nil` if any.
    public var maximum: Double?
    /// What it does, in a sentence.
    public var help: String

    /// Makes a declaration.
    public init(
        key: String, kind: Kind, defaultValue: SettingValue, choices: [String] = [], minimum: Double? = nil,
        maximum: Double? = nil, help: String
    ) {
        self.key = key
        self.kind = kind
        self.defaultValue = defaultValue
        self.choices = choices
        self.minimum = minimum
        self.maximum = maximum
        self.help = help
    }
}
