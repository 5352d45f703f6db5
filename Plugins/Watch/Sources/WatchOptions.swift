import NavigationControl
import Pictures

/// The appearance of the display, from the configuration or the command line.
struct WatchOptions: Hashable, Sendable {
    /// The settings of the configuration, or those that the command line gives.
    var settings = WatchSettings()
    /// The colours of signs.
    var theme = Theme.day
    /// The maximum number of columns; 0 for all.
    var columns = 0

    static let columnRange = 20...500

    init() {}

    /// Reads the section `[watch]`, and the file of the theme.
    init(_ values: Settings) throws(SettingsError) {
        settings = try WatchSettings(values)
        do { theme = try Theme(named: settings.theme) } catch {
            throw .invalid(key: "theme", value: "\"\(settings.theme)\"", reason: "\(error)")
        }
    }

    /// Reads the command line, and the file of the theme.
    init(_ words: CommandArguments) throws(CommandArguments.Problem) {
        settings.characters = try words.choice("--characters") ?? settings.characters
        if words.has("--ascii") { settings.characters = .ascii }
        settings.colors = try words.choice("--colors") ?? settings.colors
        if words.has("--no-color") { settings.colors = .none }
        settings.units = try words.choice("--units") ?? settings.units
        let range = Double(Self.columnRange.lowerBound)...Double(Self.columnRange.upperBound)
        columns = try words.number("--width", in: range).map { Int($0) } ?? columns
        if let name = words.text("--theme") {
            settings.theme = name
            do { theme = try Theme(named: name) } catch {
                throw CommandArguments.Problem(text: "--theme \(name): \(error)")
            }
        }
        guard let word = words.words.first else { return }
        throw CommandArguments.Problem(text: "unknown argument \"\(word)\"")
    }
}
