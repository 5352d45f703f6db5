import NavigationControl
import Pictures

/// What the configuration says; the only place that reads it.
struct SignsSettings: Hashable, Sendable {
    /// The folder that `next.png` and `next.svg` are written to.
    var folder = "signs"
    /// The folder in which every sign of the drive is kept; empty for none.
    var album = ""
    /// How signs look.
    var style = PictureStyle()

    init() {}

    init(_ settings: Settings) throws(SettingsError) {
        folder = try settings.text("folder", default: folder)
        guard !folder.isEmpty else { throw .invalid(key: "folder", value: "\"\"", reason: "it must name a folder") }
        album = try settings.text("album", default: album)
        let points = try settings.integer("size", default: style.size.rawValue)
        guard let size = PictureStyle.Size(rawValue: points) else {
            throw .notAChoice(
                key: "size", value: "\(points)", choices: PictureStyle.Size.allCases.map { "\($0.rawValue)" })
        }
        style.size = size
        style.scale = try settings.integer("scale", default: style.scale, in: PictureStyle.scales)
        let theme = try settings.text("theme", default: style.theme.name)
        do { style.theme = try Theme(named: theme) } catch {
            throw .invalid(key: "theme", value: "\"\(theme)\"", reason: error.description)
        }
    }
}
