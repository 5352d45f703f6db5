@testable import Maps
@testable import NavigationEvents
@testable import Pictures

extension FuzzTarget {
    /// A tile of a map, as the file of another person may hold it: it is decoded within bounds, and every map of it is
    /// drawn.
    static let mapTile = FuzzTarget(
        name: "map-tile", maxBytes: 2048, reaches: ["VectorTile", "TileMessage", "Gzip"]
    ) { bytes throws(FuzzFinding) in
        guard let tile = try? MapTile(stored: bytes) else { return }
        let bounds = -VectorTile.maxMargin...1 + VectorTile.maxMargin
        for point in tile.groups.values.flatMap(\.points) + tile.names.flatMap(\.line) {
            try FuzzFinding.unless(bounds.contains(point.x) && bounds.contains(point.y), "a point at \(point)")
        }
        for group in tile.groups.values {
            let isWhole =
                group.items.allSatisfy { $0.parts.upperBound <= group.parts.count }
                && group.parts.allSatisfy { !$0.isEmpty && $0.upperBound <= group.points.count }
            try FuzzFinding.unless(isWhole, "a line without points")
        }
        for name in tile.names {
            try FuzzFinding.unless(!name.text.isEmpty && !name.line.isEmpty && name.text.count <= 60, "a name: \(name)")
        }
        // The last byte selects the map.
        let choice = Int(bytes.last ?? 0)
        let camera = MapCamera(
            center: Coordinate(latitudeDegrees: 0.01, longitudeDegrees: -0.01), zoom: Double(choice % 5) * 4 + 0.5,
            headingDegrees: Double(choice))
        let picture = MapPicture(
            width: 96, height: 64, theme: MapTheme.builtIn[choice % MapTheme.builtIn.count], camera: camera)
        do throws(PictureError) {
            var names = NameTypesetter()
            _ = try MapRenderer.pixels(picture, zooms: 0...0, &names) { _ in tile }
        } catch {
            throw FuzzFinding("failed to \(error)")
        }
    }
}
