public import NavigationControl
public import Pictures

/// What the configuration says about showing pictures: the same keys for every control that does.
public struct PictureSettings: Hashable, Sendable {
    /// As what a picture is published.
    public enum Publishing: String, CaseIterable, Sendable {
        case svg
        case png
        case none
    }

    /// The folder that the files are written to.
    public var folder: String
    /// How pictures look.
    public var style = PictureStyle()
    /// As what they are published.
    public var publishing = Publishing.svg
    /// The size of a panel, for its raw pixels; `nil` for none.
    public var panel: PanelSize?
    /// The panel's device; empty for none.
    public var device = ""

    /// What is not configured.
    public init(folder: String) { self.folder = folder }

    /// Reads the keys `folder`, `size`, `scale`, `theme`, `themeFile`, `publish`, `panel` and `device`.
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

    /// The displays that the settings name, for files of a name.
    ///
    /// - Parameters:
    ///   - unused: Companions that the control has with other settings.
    ///   - pictures: Where they are drawn; `nil` for a place of their own.
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
