import NavigationControl
import PictureOutput
import Pictures

/// The section `[signs]` of the configuration.
struct SignsSettings: Hashable, Sendable {
    /// A text of a sign.
    enum Text: String, CaseIterable, Sendable {
        case distance
        case street
        /// The number of the motorway exit, as a shield.
        case exit
    }

    /// The displays and the style of the picture.
    var pictures = PictureSettings(folder: "signs")
    /// The folder that keeps every sign of the run; empty for none.
    var album = ""
    /// Whether the maneuver after the next has its own small picture.
    var hasThen = false
    /// The texts of the sign.
    var texts: Set<Text> = []
    /// The position of the texts.
    var textPlace = SignCaption.Place.beside
    /// The system of units of distances.
    var units = DisplayUnits.metric
    /// The character before the tenths of a distance.
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
