import NavigationControl
import PictureOutput

extension LanesSettings {
    typealias PublishChoice = PictureSettings.Publishing

    /// The displays and the style of the picture.
    ///
    /// - Throws: ``SettingsError`` for a size that does not exist, an unusable theme or panel, and an empty folder.
    func pictures() throws(SettingsError) -> PictureSettings {
        try PictureSettings(
            folder: folder, size: size, scale: scale, theme: theme.rawValue, themeFile: themeFile, publish: publish,
            panel: panel, device: device)
    }
}
