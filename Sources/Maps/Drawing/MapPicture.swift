/// A picture of a map: the values that determine its pixels, besides the tiles.
///
///     var renderer = MapRenderer(tiles: try MapTiles(path: "map.mbtiles"))
///     let camera = MapCamera.following(position, zoom: 16, headingDegrees: 90)
///     let png = try renderer.pixels(MapPicture(width: 800, height: 480, camera: camera)).png()
public struct MapPicture: Hashable, Sendable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The pixels per point, within 0.5...4: widths of lines and sizes of texts are in points.
    public var scale: Double
    /// The colours.
    public var theme: MapTheme
    /// The part of the world.
    public var camera: MapCamera
    /// The route; `nil` for none.
    public var route: MapRoute?
    /// The vehicle; `nil` for none.
    public var position: MapPosition?

    /// Creates a picture.
    public init(
        width: Int, height: Int, scale: Double = 1, theme: MapTheme = .day, camera: MapCamera,
        route: MapRoute? = nil, position: MapPosition? = nil
    ) {
        self.width = width
        self.height = height
        self.scale = scale
        self.theme = theme
        self.camera = camera
        self.route = route
        self.position = position
    }
}
