import Dashboard
import Maps
import NavigationControl
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
        guard columns >= Self.minColumns, rows >= Self.minRows,
            let picture = MapPicture(dashboard, width: columns, height: rows)
        else { return nil }
        // If drawing fails, the rest is still shown.
        return try? renderer.characters(picture)
    }
}
