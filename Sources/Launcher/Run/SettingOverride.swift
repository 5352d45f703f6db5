import NavigationEvents
import Platform
import Supervisor
import TOML

/// A setting given on the command line: `speech.output=none`, `source.speed=20`.
struct SettingOverride {
    /// The control, or the section of navbus itself.
    var control: String
    var key: String
    var value: String

    /// The option as it was typed.
    var text: String { "--set \(control).\(key)=\(value)".printable }

    /// Whether the section belongs to navbus itself and not to a control.
    var isOfNavbus: Bool { ConfigurationReader.sections.contains(control) }

    /// Reads `control.key=value`; throws if it has another form.
    init(_ text: String) throws(ConfigurationError) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let names = halves[0].split(separator: ".", maxSplits: 1)
        guard halves.count == 2, names.count == 2 else {
            throw ConfigurationError(
                file: "--set \(text)".printable,
                text: "must have the form section.key=value, such as speech.output=none")
        }
        control = String(names[0])
        key = String(names[1])
        value = String(halves[1])
    }
}
