public import NavigationControl
public import Pictures

/// The settings of pictures, with the same keys for every control that shows them.
public struct PictureSettings: Hashable, Sendable {
    /// The format in which pictures are published.
    public enum Publishing: String, CaseIterable, Sendable {
        case svg
        case png
        case none
    }

    /// The folder of the files.
    public var folder: String
    /// The size and theme of the pictures.
    public var style = PictureStyle()
    /// The format in which pictures are published.
    public var publishing = Publishing.svg
    /// The size of the panel, for its raw pixels; `nil` without a panel.
    public var panel: PanelSize?
    /// The device of the panel; empty for none.
    public var device = ""

    /// Creates the default settings with a folder.
    public init(folder: String) { self.folder = folder }

    /// Reads the keys `folder`, `size`, `scale`, `theme`, `themeFile`, `publish`, `panel` and `device`.
    ///
    /// - Throws: ``SettingsError`` for an invalid value.
    public init(_ settings: Settings, folder: String) throws(SettingsError) {
        self.init(folder: folder)
        self.folder = try settings.path("folder", default: folder)
        guard !self.folder.isEmpty else {
            throw .invalid(key: "folder", value: "\"\"", reason: "it must name a folder")
        }
        style = try Self.style(settings)
        publishing = try settings.choice("publish", default: publishing)
        let size = try settings.text("panel", default: "")
        panel = PanelSize(size)
        guard panel != nil || size.isEmpty else {
            let (least, most) = (PanelSize.sides.lowerBound, PanelSize.sides.upperBound)
            throw .invalid(
                key: "panel", value: "\"\(size)\"",
                reason: "it must be width and height in pixels, such as 240x240, each \(least) to \(most)")
        }
        device = try settings.path("device", default: device)
        guard device.isEmpty || panel != nil else {
            throw .invalid(
                key: "device", value: "\"\(device)\"", reason: "set \"panel\" to its size too, such as \"240x240\"")
        }
    }

    /// The displays of the settings: the folder, and the panel if one is configured.
    ///
    /// - Parameters:
    ///   - name: The name of the files, without an extension.
    ///   - unused: Companions that the control has only with other settings.
    ///   - pictures: The cache in which the files are drawn; `nil` for a new one.
    public func displays(
        _ name: String, unused: [String] = [], pictures: PictureFiles? = nil
    ) -> [any PictureDisplay] {
        let pictures = pictures ?? PictureFiles(style)
        let files = PictureFolder(self, name: name, unused: unused, pictures: pictures)
        guard let panel, !device.isEmpty else { return [files] }
        return [files, PicturePanel(path: device, size: panel, pictures: pictures)]
    }

    private static func style(_ settings: Settings) throws(SettingsError) -> PictureStyle {
        var style = PictureStyle()
        let points = try settings.integer("size", default: style.size.rawValue)
        guard let size = PictureStyle.Size(rawValue: points) else {
            throw .notAChoice(
                key: "size", value: "\(points)", choices: PictureStyle.Size.allCases.map { "\($0.rawValue)" })
        }
        style.size = size
        style.scale = try settings.integer("scale", default: style.scale, in: PictureStyle.scales)
        let name = try settings.text("theme", default: style.theme.name)
        do { style.theme = try Theme(named: name) } catch {
            throw .invalid(key: "theme", value: "\"\(name)\"", reason: "\(error)")
        }
        let file = try settings.path("themeFile", default: "")
        guard !file.isEmpty else { return style }
        do { style.theme = try Theme(file: file) } catch {
            throw .invalid(key: "themeFile", value: "\"\(file)\"", reason: "\(error)")
        }
        return style
    }
}
