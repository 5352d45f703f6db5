import Maps
import NavigationControl
import PictureOutput

extension MapSettings {
    /// The size of the picture.
    func panelSize() throws(SettingsError) -> PanelSize {
        guard let size = PanelSize(panel) else {
            throw .invalid(
                key: "panel", value: "\"\(panel)\"",
                reason: "it must be width and height in pixels, such as 800x480, each \(PanelSize.sides.lowerBound) to "
                    + "\(PanelSize.sides.upperBound)")
        }
        return size
    }

    /// The tiles of the map.
    func tiles() throws(SettingsError) -> MapTiles {
        guard !file.isEmpty else {
            throw .invalid(
                key: "file", value: "\"\"",
                reason: "set it to the map.mbtiles of a region; navbus region list prints their folders")
        }
        do throws(MapError) {
            return try MapTiles(path: file)
        } catch {
            throw .invalid(key: "file", value: "\"\(file)\"", reason: "failed to \(error)")
        }
    }
}
