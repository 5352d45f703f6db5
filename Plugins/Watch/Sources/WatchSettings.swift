import NavigationControl
import Pictures

/// The settings, from the configuration or the command line.
struct WatchSettings: Hashable, Sendable {
    /// The characters of pictures.
    enum Characters: String, CaseIterable, Sendable {
        /// Blocks, or ASCII where the locale is not UTF-8.
        case auto
        case blocks
        case dots
        case ascii
    }

    /// The number of colours.
    enum Colors: String, CaseIterable, Sendable {
        /// The number that the terminal declares.
        case auto
        case none
        case sixteen = "16"
        case many = "256"
        case all = "true"
    }

    /// The terminal to draw on; empty for lines of text on standard output.
    var terminal = ""
    var characters = Characters.auto
    var colors = Colors.auto
    var theme = Theme.day
    var units = DisplayUnits.metric
    /// The maximum number of columns; 0 for all.
    var columns = 0

    static let columnRange = 20...500

    init() {}

    /// Reads the section `[watch]`.
    init(_ settings: Settings) throws(SettingsError) {
        terminal = try settings.path("terminal", default: terminal)
        characters = try settings.choice("characters", default: characters)
        colors = try settings.choice("colors", default: colors)
        units = try settings.choice("units", default: units)
        let name = try settings.text("theme", default: theme.name)
        do { theme = try Theme(named: name) } catch {
            throw .invalid(key: "theme", value: "\"\(name)\"", reason: "\(error)")
        }
    }

    /// Reads the command line.
    init(_ words: CommandArguments) throws(CommandArguments.Problem) {
        characters = try words.choice("--characters") ?? characters
        if words.has("--ascii") { characters = .ascii }
        colors = try words.choice("--colors") ?? colors
        if words.has("--no-color") { colors = .none }
        units = try words.choice("--units") ?? units
        let range = Double(Self.columnRange.lowerBound)...Double(Self.columnRange.upperBound)
        columns = try words.number("--width", in: range).map { Int($0) } ?? columns
        if let name = words.text("--theme") {
            do { theme = try Theme(named: name) } catch {
                throw CommandArguments.Problem(text: "--theme \(name): \(error)")
            }
        }
        guard let word = words.words.first else { return }
        throw CommandArguments.Problem(text: "unknown argument \"\(word)\"; try --help")
    }
}
