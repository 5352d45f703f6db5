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

    /// Makes the settings from the keys of a control, which all such controls share.
    ///
    /// - Parameters:
    ///   - folder: The folder of the files; not empty.
    ///   - size: The height in points, one of ``PictureStyle/Size``.
    ///   - scale: The pixels of the PNG per point.
    ///   - theme: The name of a built-in theme.
    ///   - themeFile: The file of a custom theme, which replaces `theme`; empty for none.
    ///   - publish: The format in which pictures are published.
    ///   - panel: Width and height of the panel in pixels, such as "240x240"; empty for none.
    ///   - device: The device of the panel; empty for none.
    /// - Throws: ``SettingsError`` for an invalid value.
    public init(
        folder: String, size: Int, scale: Int, theme: String, themeFile: String, publish: Publishing, panel: String,
        device: String
    ) throws(SettingsError) {
        self.init(folder: folder)
        guard !folder.isEmpty else {
            throw .invalid(key: "folder", value: "\"\"", reason: "it must name a folder")
        }
        style = PictureStyle(
            size: try Self.size(size), scale: scale, theme: try Self.theme(theme, file: themeFile))
        publishing = publish
        self.panel = PanelSize(panel)
        guard self.panel != nil || panel.isEmpty else {
            let (min, max) = (PanelSize.sides.lowerBound, PanelSize.sides.upperBound)
            throw .invalid(
                key: "panel", value: "\"\(panel)\"",
                reason: "it must be width and height in pixels, such as 240x240, each \(min) to \(max)")
        }
        self.device = device
        guard device.isEmpty || !panel.isEmpty else {
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

    private static func size(_ points: Int) throws(SettingsError) -> PictureStyle.Size {
        guard let size = PictureStyle.Size(rawValue: points) else {
            throw .notAChoice(
                key: "size", value: "\(points)", choices: PictureStyle.Size.allCases.map { "\($0.rawValue)" })
        }
        return size
    }

    private static func theme(_ name: String, file: String) throws(SettingsError) -> Theme {
        let theme: Theme
        do { theme = try Theme(named: name) } catch {
            throw .invalid(key: "theme", value: "\"\(name)\"", reason: "\(error)")
        }
        guard !file.isEmpty else { return theme }
        do { return try Theme(file: file) } catch {
            throw .invalid(key: "themeFile", value: "\"\(file)\"", reason: "\(error)")
        }
    }
}
