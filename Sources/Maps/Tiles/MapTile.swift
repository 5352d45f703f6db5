/// A tile prepared for drawing: its lines and areas by class, and its names.
struct MapTile: Sendable {
    /// The lines or rings of a feature.
    struct Item: Sendable {
        /// The lines or rings, as indices of ``Group/parts``.
        var parts: Range<Int>
        /// The smallest and largest coordinates.
        var (low, high): (SIMD2<Float>, SIMD2<Float>)
    }

    /// The features of a class on a level.
    struct Group: Sendable {
        var items: [Item] = []
        /// The lines and rings, as indices of ``points``.
        var parts: [Range<Int>] = []
        /// The points: the tile extends from 0 to 1, with y downwards.
        var points: [SIMD2<Float>] = []
    }

    /// A class and level.
    struct Key: Hashable, Sendable {
        var known: MapClass
        var level: MapLevel
        /// Whether it is a ramp, which is narrower than its road.
        var isRamp = false
    }

    private(set) var groups: [Key: Group] = [:]
    private(set) var names: [MapName] = []
    /// The number of points, as a measure of the memory.
    private(set) var pointCount = 0

    /// A tile without content.
    init() {}

    /// Decodes a tile as it is stored, with or without compression.
    ///
    /// - Throws: ``MapError/tile(reason:)`` for a damaged tile, and for one that exceeds a limit.
    init(stored bytes: [UInt8]) throws(MapError) {
        let layers = Set(MapClass.table.keys).union(MapName.layers)
        let tile = try VectorTile(Gzip.inflated(bytes), layers: layers)
        for layer in tile.layers {
            if MapClass.table[layer.name] != nil { add(layer) }
            if MapName.layers.contains(layer.name) { names += MapName.names(of: layer) }
        }
        pointCount =
            groups.values.reduce(0) { $0 + $1.points.count } + names.reduce(0) { $0 + $1.line.count + 8 }
    }

    private mutating func add(_ layer: VectorTile.Layer) {
        let (name, subclass) = (layer.key("class"), layer.key("subclass"))
        let (brunnel, ramp) = (layer.key("brunnel"), layer.key("ramp"))
        for feature in layer.features {
            let known = MapClass(
                layer: layer.name, name: layer.text(name, of: feature), subclass: layer.text(subclass, of: feature),
                geometry: feature.geometry)
            guard let known else { continue }
            let level: MapLevel = known.isArea ? .ground : MapLevel(brunnel: layer.text(brunnel, of: feature))
            let key = Key(
                known: known, level: level, isRamp: known.isRoad && layer.text(ramp, of: feature) == "1")
            groups[key, default: Group()].add(layer, feature)
        }
    }
}

extension MapTile.Group {
    fileprivate mutating func add(_ layer: VectorTile.Layer, _ feature: VectorTile.Feature) {
        let first = parts.count
        var low = SIMD2<Float>(repeating: .infinity)
        var high = SIMD2<Float>(repeating: -.infinity)
        for part in layer.parts[feature.parts] {
            let start = points.count
            points += layer.points[part]
            parts.append(start..<points.count)
            for point in layer.points[part] {
                low = pointwiseMin(low, point)
                high = pointwiseMax(high, point)
            }
        }
        guard parts.count > first else { return }
        items.append(MapTile.Item(parts: first..<parts.count, low: low, high: high))
    }
}
