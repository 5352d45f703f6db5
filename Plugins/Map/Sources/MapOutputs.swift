import NavigationControl
import PictureOutput
import Pictures

/// The places where the map is shown: a file, and a panel if one is configured.
struct MapOutputs {
    private static let file = "map.png"

    private let folder: OutputFolder
    private var panel: FramePanel?
    private let size: PanelSize
    private var failure: DisplayError?

    init(_ settings: MapSettings, size: PanelSize) {
        folder = OutputFolder(settings.folder)
        panel = settings.device.isEmpty ? nil : FramePanel(path: settings.device, size: size)
        self.size = size
    }

    /// Creates the folder if it is missing, and removes the map of an earlier process.
    func open() throws(DisplayError) {
        do {
            try folder.open()
            try folder.remove([Self.file])
        } catch { throw DisplayError(error) }
        folder.removeLeftovers(of: [Self.file])
    }

    /// Shows a map. The panel gets it even if the file cannot be written.
    mutating func show(_ pixels: Pixels) throws(DisplayError) {
        var first: DisplayError?
        do throws(DisplayError) { try write(pixels) } catch { first = error }
        try panel?.show(pixels.rgb565)
        if let first { throw first }
        failure = nil
    }

    /// Removes the file and makes the panel black, as far as possible.
    mutating func clear() {
        try? folder.remove([Self.file])
        try? panel?.show([UInt8](repeating: 0, count: 2 * size.width * size.height))
    }

    /// Whether a failure is another one than the latest.
    mutating func isNew(_ error: DisplayError) -> Bool {
        defer { failure = error }
        return failure != error
    }

    private func write(_ pixels: Pixels) throws(DisplayError) {
        let png: [UInt8]
        do { png = try pixels.png() } catch { throw .drawing(error) }
        do { try folder.replace(Self.file, with: png) } catch {
            // A map that is out of date is worse than none, and the disk may be full.
            try? folder.remove([Self.file])
            throw DisplayError(error)
        }
    }
}
