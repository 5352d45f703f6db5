import NavigationControl
import PictureOutput
import Pictures

/// What the configuration says; the only place that reads it.
struct SignsSettings: Hashable, Sendable {
    /// Texts that can stand with a sign.
    enum Text: String, CaseIterable, Sendable {
        case distance
        case street
        /// The number of a motorway's exit, as a shield.
        case exit
    }

    /// Where and how the picture is shown.
    var pictures = PictureSettings(folder: "signs")
    /// The folder in which every sign of the drive is kept; empty for none.
    var album = ""
    /// Whether the maneuver after the next has a small picture of its own.
    var hasThen = false
    /// What stands with the sign.
    var texts: Set<Text> = []
    /// Where it stands.
    var textPlace = SignCaption.Place.beside
    /// In what distances are written.
    var units = DisplayUnits.metric
    /// Between the whole and the tenths of a distance.
    var decimalSeparator: Character = "."

    init() {}

    init(_ settings: Settings) throws(SettingsError) {
        pictures = try PictureSettings(settings, folder: pictures.folder)
        album = try settings.path("album", default: album)
        hasThen = try settings.bool("then", default: hasThen)
        for word in try settings.list("text", default: []) {
            guard let text = Text(rawValue: word) else {
                throw .notAChoice(key: "text", value: word, choices: Text.allCases.map(\.rawValue))
            }
            texts.insert(text)
        }
        textPlace = try settings.choice("textPlace", default: textPlace)
        units = try settings.choice("units", default: units)
        let separator = try settings.text("decimalSeparator", default: ".")
        guard let sign = separator.first, separator.count == 1, sign == "." || sign == "," || sign == "٫" else {
            throw .notAChoice(key: "decimalSeparator", value: separator, choices: [".", ",", "٫"])
        }
        decimalSeparator = sign
    }
}
