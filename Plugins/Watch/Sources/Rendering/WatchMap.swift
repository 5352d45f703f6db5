import Dashboard
import Maps
import NavigationControl
import NavigationEvents
import Pictures

/// The map beside the dashboard, on wide screens.
struct WatchMap: Sendable {
    /// The columns of the dashboard beside a map.
    static let textColumns = 56
    private static let minColumns = 43
    private static let minRows = 12

    private let renderer: MapRenderer

    /// Opens a map file.
    init(path: String) throws(MapError) { renderer = MapRenderer(tiles: try MapTiles(path: path)) }

    /// The map of the option `--map`; `nil` without it.
    static func named(_ path: String?) throws(CommandArguments.Problem) -> WatchMap? {
        guard let path else { return nil }
        do throws(MapError) {
            return try WatchMap(path: path)
        } catch {
            throw CommandArguments.Problem(text: "--map: failed to \(error)")
        }
    }

    /// The map around the vehicle, with the direction of travel up; `nil` without a position or space.
    func picture(_ dashboard: Dashboard, columns: Int, rows: Int) -> CharacterPicture? {
        guard columns >= Self.minColumns, rows >= Self.minRows, let fix = dashboard.fix else { return nil }
        let matched = dashboard.matched
        let place = matched?.position ?? fix.position
        let heading = matched?.bearingDegrees ?? fix.courseDegrees
        var picture = MapPicture(
            width: columns, height: rows,
            camera: .following(
                place, zoom: Self.zoom(dashboard.speedMetersPerSecond ?? 0), headingDegrees: heading ?? 0))
        picture.route = dashboard.route.map {
            MapRoute($0.geometry, drivenMeters: matched?.distanceAlongRouteMeters ?? 0)
        }
        // Without events the position is unknown.
        if dashboard.silentSince == nil { picture.position = MapPosition(place, headingDegrees: heading) }
        // If drawing fails, the rest is still shown.
        return try? renderer.characters(picture)
    }

    /// The zoom at a speed, in steps, since each change draws the whole map.
    private static func zoom(_ speedMetersPerSecond: Double) -> Double {
        let speed = min(max(speedMetersPerSecond, 0), 36)
        return 15 - (speed / 36 * 5).rounded() / 2
    }
}
