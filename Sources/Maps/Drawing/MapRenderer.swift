import CCairo
public import Pictures

/// Draws map pictures. It keeps decoded tiles and typeset names, so one renderer serves all frames of a display.
public struct MapRenderer: Sendable {
    let tiles: MapTiles
    private var names = NameTypesetter()

    /// Creates a renderer with the tiles of a map.
    public init(tiles: MapTiles) { self.tiles = tiles }

    /// The pixels of a picture. Equal pictures have equal pixels.
    ///
    /// - Throws: ``PictureError`` if a side is out of range or Cairo fails; damaged tiles are empty, see
    ///   ``MapTiles/failure``.
    public mutating func pixels(_ picture: MapPicture) throws(PictureError) -> Pixels {
        try Self.pixels(picture, zooms: tiles.zooms, &names) { tiles.tile($0) }
    }

    /// The pixels of a picture with tiles of any origin.
    static func pixels(
        _ picture: MapPicture, zooms: ClosedRange<Int>, _ names: inout NameTypesetter, tile: (TileID) -> MapTile
    ) throws(PictureError) -> Pixels {
        let scale = picture.scale.isFinite ? min(max(picture.scale, 0.5), 4) : 1
        let projection = MapProjection(picture.camera, width: picture.width, height: picture.height, scale: scale)
        return try Pixels(width: picture.width, height: picture.height, what: "a map") { context in
            let placed = projection.placements(zooms: zooms).map { ($0, tile($0.id)) }
            let painter = MapPainter(
                context: context, projection: projection, theme: picture.theme, scale: scale, tiles: placed)
            painter.paint()
            let route = RoutePainter(
                context: context, projection: projection, theme: picture.theme, scale: scale)
            if let line = picture.route { route.paint(line) }
            var labels = LabelPlacer(projection: projection, theme: picture.theme, scale: scale)
            labels.reserve(picture.position)
            let attribution = labels.attribution(&names)
            labels.place(placed, &names)
            LabelPainter(context: context, theme: picture.theme, scale: scale).paint(labels.placed + attribution)
            if let position = picture.position { route.paint(position) }
        }
    }
}
