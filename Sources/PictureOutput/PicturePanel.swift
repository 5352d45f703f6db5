/// A small panel with 16 bits per pixel as a display of pictures. Around the picture, it has the background of the theme.
/// A missing panel does not prevent the start.
public struct PicturePanel: PictureDisplay {
    private var panel: FramePanel
    private let size: PanelSize
    private let pictures: PictureFiles

    /// Creates the display; writes nothing.
    ///
    /// - Parameters:
    ///   - path: The device or file.
    ///   - size: The size of the panel.
    ///   - pictures: The cache in which frames are drawn.
    ///   - properties: The folder of the kernel with the properties of framebuffers.
    public init(path: String, size: PanelSize, pictures: PictureFiles, properties: String = "/sys/class/graphics") {
        panel = FramePanel(path: path, size: size, properties: properties)
        self.size = size
        self.pictures = pictures
    }

    /// Does nothing: the panel is opened for each frame.
    public func open() throws(DisplayError) {}

    /// Writes the whole frame, unless it is already shown.
    public mutating func show(_ content: DisplayContent) throws(DisplayError) {
        let frame: PictureFiles.File
        do { frame = try pictures.frame(content.picture, size) } catch {
            panel.forget()
            throw .drawing(error)
        }
        try panel.show(frame.bytes)
    }

    /// Whether it is still the device that was written to: a reconnected one shows nothing.
    public func isIntact() -> Bool { panel.isIntact() }
}
