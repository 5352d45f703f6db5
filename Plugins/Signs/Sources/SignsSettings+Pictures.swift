import NavigationControl
import PictureOutput
import Pictures

/// A text of a sign.
enum SignText: String, CaseIterable, Sendable {
    case distance
    case street
    /// The number of the motorway exit, as a shield.
    case exit
}

extension SignsSettings {
    typealias PublishChoice = PictureSettings.Publishing
    typealias TextPlaceChoice = SignCaption.Place
    typealias UnitsChoice = DisplayUnits

    /// The displays and the style of the picture.
    ///
    /// - Throws: ``SettingsError`` for a size that does not exist, an unusable theme or panel, and an empty folder.
    func pictures() throws(SettingsError) -> PictureSettings {
        try PictureSettings(
            folder: folder, size: size, scale: scale, theme: theme.rawValue, themeFile: themeFile, publish: publish,
            panel: panel, device: device)
    }

    /// The texts of the sign.
    ///
    /// - Throws: ``SettingsError`` for an unknown text.
    func texts() throws(SettingsError) -> Set<SignText> {
        var texts: Set<SignText> = []
        for word in text {
            guard let text = SignText(rawValue: word) else {
                throw .notAChoice(key: "text", value: word, choices: SignText.allCases.map(\.rawValue))
            }
            texts.insert(text)
        }
        return texts
    }

    /// The character before the tenths of a distance.
    var decimalCharacter: Character { decimalSeparator.first ?? "." }
}
