import Synchronization

/// The tiles of a map file, decoded on first use.
public final class MapTiles: Sendable {
    fileprivate struct State: ~Copyable {
        let file: MBTiles
        var failure: MapError?
        var decodedCount = 0
        var tiles: [TileID: MapTile] = [:]
        /// The cached tiles, the least recently used first.
        var order: [TileID] = []
        var pointCount = 0
    }

    /// The zoom levels of the file.
    public let zooms: ClosedRange<Int>
    private let state: Mutex<State>

    /// The maximum number of cached tiles: those of a picture and around it.
    private static let maxTiles = 96
    /// The maximum number of points of the cached tiles, about 24 MB.
    private static let maxPoints = 3_000_000

    /// Opens a file (``MBTiles``).
    ///
    /// - Throws: ``MapError/file(path:reason:)`` for a missing or damaged file, and for one with pictures as tiles.
    public init(path: String) throws(MapError) {
        let file = try MBTiles(path: path)
        zooms = file.zooms
        state = Mutex(State(file: file))
    }

    /// The latest error of a tile. A damaged tile is empty on the map; it is not read again.
    public var failure: MapError? { state.withLock { $0.failure } }

    /// The number of tiles that were read and decoded.
    public var decodedCount: Int { state.withLock { $0.decodedCount } }

    /// A tile; empty if the file does not have it or it is damaged.
    func tile(_ id: TileID) -> MapTile {
        state.withLock { $0.tile(id, maxTiles: Self.maxTiles, maxPoints: Self.maxPoints) }
    }
}

extension MapTiles.State {
    fileprivate mutating func tile(_ id: TileID, maxTiles: Int, maxPoints: Int) -> MapTile {
        if let known = tiles[id] {
            if order.last != id, let index = order.firstIndex(of: id) {
                order.remove(at: index)
                order.append(id)
            }
            return known
        }
        let tile = decoded(id)
        tiles[id] = tile
        order.append(id)
        pointCount += tile.pointCount
        while order.count > maxTiles || pointCount > maxPoints, order.count > 1 {
            pointCount -= tiles.removeValue(forKey: order.removeFirst())?.pointCount ?? 0
        }
        return tile
    }

    private mutating func decoded(_ id: TileID) -> MapTile {
        do throws(MapError) {
            guard let stored = try file.tile(id) else { return MapTile() }
            decodedCount += 1
            return try MapTile(stored: stored)
        } catch {
            failure = error
            return MapTile()
        }
    }
}
