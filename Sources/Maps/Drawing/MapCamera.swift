public import NavigationEvents

/// The part of the world that a map picture shows.
public struct MapCamera: Hashable, Sendable {
    /// The allowed zooms.
    public static let zooms = 0.0...20.0

    /// The position shown at the anchor.
    public var center: Coordinate
    /// The zoom as in MapLibre: at zoom 0 the world is 512 pixels wide, and each level doubles it. Limited to ``zooms``.
    public var zoom: Double
    /// The direction that is up, degrees clockwise from north.
    public var headingDegrees: Double
    /// The place of the center on the picture, as a share of its width and height from the upper left corner.
    public var anchor: (x: Double, y: Double) {
        get { (anchorX, anchorY) }
        set { (anchorX, anchorY) = newValue }
    }
    private var anchorX = 0.5
    private var anchorY = 0.5

    /// Creates a camera with the center in the middle of the picture.
    public init(center: Coordinate, zoom: Double, headingDegrees: Double = 0) {
        self.center = center
        self.zoom = zoom
        self.headingDegrees = headingDegrees
    }

    /// A camera that shows the vehicle in the lower third, and what is ahead of it above.
    public static func following(_ position: Coordinate, zoom: Double, headingDegrees: Double) -> MapCamera {
        var camera = MapCamera(center: position, zoom: zoom, headingDegrees: headingDegrees)
        camera.anchor = (0.5, 0.7)
        return camera
    }
}
