/// A decoded Mapbox Vector Tile (version 2 of its specification): layers of points, lines and polygons with attributes.
///
/// Tiles come from files of other people, so all counts and coordinates are checked.
struct VectorTile: Sendable {
    /// The kind of the geometry of a feature.
    enum Geometry: UInt64, Sendable {
        case point = 1
        case line = 2
        case polygon = 3
    }

    /// A feature of a layer.
    struct Feature: Sendable {
        /// The kind of the geometry.
        var geometry: Geometry
        /// Its lines or rings, as indices of ``Layer/parts``.
        var parts: Range<Int>
        /// Its attributes, as indices of ``Layer/tags``.
        fileprivate var tags: Range<Int>
    }

    /// A layer, such as that of the roads.
    struct Layer: Sendable {
        /// The name, such as `transportation`.
        fileprivate(set) var name = ""
        /// The features in the order of the file.
        fileprivate(set) var features: [Feature] = []
        /// The lines and rings of all features, as indices of ``points``.
        fileprivate(set) var parts: [Range<Int>] = []
        /// The points of all features: the tile extends from 0 to 1, with y downwards.
        fileprivate(set) var points: [SIMD2<Float>] = []
        fileprivate var tags: [UInt32] = []
        fileprivate var keys: [String] = []
        fileprivate var values: [String] = []
        fileprivate var extent: Float = 4096

        /// The index of an attribute's name for ``text(_:of:)``; `nil` if no feature has it.
        func key(_ name: String) -> UInt32? { keys.firstIndex(of: name).map { UInt32($0) } }

        /// An attribute of a feature as text; `nil` if it has none. Integers are written in digits, and `true` as 1.
        func text(_ key: UInt32?, of feature: Feature) -> String? {
            guard let key else { return nil }
            var index = feature.tags.lowerBound
            while index + 1 < feature.tags.upperBound {
                if tags[index] == key { return values[Int(tags[index + 1])] }
                index += 2
            }
            return nil
        }
    }

    /// The layers.
    private(set) var layers: [Layer] = []

    /// The maximum number of layers.
    private static let maxLayers = 64
    /// The maximum number of features, and of texts, in a layer. Layers of cities have a few thousand.
    fileprivate static let maxFeatures = 100_000
    /// The maximum number of points in a layer.
    fileprivate static let maxPoints = 1_000_000
    /// Coordinates further outside the tile than this, in widths of the tile, are errors. Makers of tiles add a margin
    /// of a few percent.
    static let maxMargin: Float = 4

    /// Decodes a tile without compression.
    ///
    /// - Parameters:
    ///   - bytes: The tile.
    ///   - names: The layers to decode; others are skipped.
    /// - Throws: ``MapError/tile(reason:)`` for a damaged tile.
    init(_ bytes: [UInt8], layers names: Set<String>) throws(MapError) {
        var message = TileMessage(bytes)
        while let (number, value) = try message.field() {
            guard number == 3, case .bytes(let layer) = value, let decoded = try Layer(layer, names) else { continue }
            guard layers.count < Self.maxLayers else { throw .tile(reason: "it has too many layers") }
            layers.append(decoded)
        }
    }
}

extension VectorTile.Layer {
    private static let extents: ClosedRange<UInt64> = 1...65536

    /// Decodes a layer; `nil` if its name is not one of `names`.
    fileprivate init?(_ message: TileMessage, _ names: Set<String>) throws(MapError) {
        var message = message
        var encoded: [TileMessage] = []
        while let (number, value) = try message.field() {
            switch (number, value) {
            case (1, .bytes(let name)):
                self.name = name.text
                guard names.contains(self.name) else { return nil }
            case (2, .bytes(let feature)): encoded.append(feature)
            case (3, .bytes(let key)): keys.append(key.text)
            case (4, .bytes(let value)): values.append(try Self.text(value))
            case (5, .number(let extent)):
                guard Self.extents.contains(extent) else { throw .tile(reason: "its extent is \(extent)") }
                self.extent = Float(extent)
            default: break
            }
            guard max(encoded.count, keys.count, values.count) <= VectorTile.maxFeatures else {
                throw .tile(reason: "a layer has too many features")
            }
        }
        guard names.contains(name) else { return nil }
        features.reserveCapacity(encoded.count)
        // The names and values of attributes may follow the features.
        for feature in encoded { try add(feature) }
    }

    private static func text(_ message: TileMessage) throws(MapError) -> String {
        var message = message
        var text = ""
        while let (number, value) = try message.field() {
            switch (number, value) {
            case (1, .bytes(let bytes)): text = bytes.text
            case (2, .number(let bits)): text = "\(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))"
            case (3, .number(let bits)): text = "\(Double(bitPattern: bits))"
            case (4, .number(let number)): text = "\(Int64(bitPattern: number))"
            case (5, .number(let number)), (7, .number(let number)): text = "\(number)"
            case (6, .number(let number)): text = "\(Int64(bitPattern: number >> 1) ^ -Int64(number & 1))"
            default: break
            }
        }
        return text
    }

    private mutating func add(_ message: TileMessage) throws(MapError) {
        var message = message
        let (firstTag, firstPart) = (tags.count, parts.count)
        var geometry: VectorTile.Geometry?
        var commands: TileMessage?
        while let (number, value) = try message.field() {
            switch (number, value) {
            case (2, .bytes(let list)): try addTags(list)
            case (3, .number(let kind)): geometry = VectorTile.Geometry(rawValue: kind)
            case (4, .bytes(let list)): commands = list
            default: break
            }
        }
        guard let geometry, let commands else { return }
        try addParts(commands, geometry)
        features.append(
            VectorTile.Feature(geometry: geometry, parts: firstPart..<parts.count, tags: firstTag..<tags.count))
    }

    private mutating func addTags(_ list: TileMessage) throws(MapError) {
        var list = list
        while !list.isAtEnd {
            let (key, value) = (try list.varint(), try list.varint())
            guard key < UInt64(keys.count), value < UInt64(values.count) else {
                throw .tile(reason: "an attribute is not in the layer's list")
            }
            tags.append(UInt32(key))
            tags.append(UInt32(value))
        }
    }

    /// Decodes the commands "move to", "line to" and "close path".
    private mutating func addParts(_ list: TileMessage, _ geometry: VectorTile.Geometry) throws(MapError) {
        var list = list
        var (x, y) = (0, 0)
        var start = points.count
        while !list.isAtEnd {
            let command = try list.varint()
            let count = command >> 3
            switch command & 7 {
            case 1, 2:
                // Each point has at least two bytes, so a count cannot be much larger than the tile.
                guard count <= UInt64(list.remainingBytes / 2) else { throw .tile(reason: "it ends inside a line") }
                for _ in 0..<count {
                    if command & 7 == 1 { endPart(from: &start) }
                    (x, y) = (x &+ (try list.signed()), y &+ (try list.signed()))
                    try addPoint(x, y)
                }
            case 7:
                guard geometry == .polygon, count == 1 else { throw .tile(reason: "a line is closed wrongly") }
            default: throw .tile(reason: "the command \(command & 7) is unknown")
            }
        }
        endPart(from: &start)
    }

    private mutating func endPart(from start: inout Int) {
        if points.count > start { parts.append(start..<points.count) }
        start = points.count
    }

    private mutating func addPoint(_ x: Int, _ y: Int) throws(MapError) {
        let point = SIMD2(Float(x), Float(y)) / extent
        let (low, high) = (-VectorTile.maxMargin, 1 + VectorTile.maxMargin)
        guard point.x >= low, point.y >= low, point.x <= high, point.y <= high else {
            throw .tile(reason: "a point is far outside the tile")
        }
        guard points.count < VectorTile.maxPoints else { throw .tile(reason: "a layer has too many points") }
        points.append(point)
    }
}
