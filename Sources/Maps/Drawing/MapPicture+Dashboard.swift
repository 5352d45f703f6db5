public import Dashboard
import NavigationEvents

extension MapPicture {
    /// Creates a picture of the surroundings of a vehicle: the direction of travel is up, and what is ahead has most of
    /// the space. Without events, the vehicle is left out, since its position is unknown then.
    ///
    /// - Parameters:
    ///   - dashboard: The state of the drive.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - scale: The pixels per point.
    ///   - theme: The colours.
    ///   - isNorthUp: Whether north is up.
    /// - Returns: `nil` without a position.
    public init?(
        _ dashboard: Dashboard, width: Int, height: Int, scale: Double = 1, theme: MapTheme = .day,
        isNorthUp: Bool = false
    ) {
        guard let fix = dashboard.fix else { return nil }
        let matched = dashboard.matched
        let place = matched?.position ?? fix.position
        let heading = matched?.bearingDegrees ?? fix.courseDegrees
        let zoom = Self.zoom(dashboard.speedMetersPerSecond ?? 0)
        self.init(
            width: width, height: height, scale: scale, theme: theme,
            camera: isNorthUp
                ? MapCamera(center: place, zoom: zoom)
                : .following(place, zoom: zoom, headingDegrees: heading ?? 0),
            route: dashboard.route.map {
                MapRoute($0.geometry, drivenMeters: matched?.distanceAlongRouteMeters ?? 0)
            },
            position: dashboard.silentSince == nil ? MapPosition(place, headingDegrees: heading) : nil)
    }

    /// The zoom at a speed, in steps, since each change draws the whole map.
    private static func zoom(_ speedMetersPerSecond: Double) -> Double {
        let speed = min(max(speedMetersPerSecond, 0), 36)
        return 15 - (speed / 36 * 5).rounded() / 2
    }
}
