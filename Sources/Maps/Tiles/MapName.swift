/// A name on a tile, with the point or the line where it belongs.
struct MapName: Sendable {
    /// The kinds of names, the most important first.
    enum Kind: Int, Comparable, Sendable {
        case city, town, village, suburb, majorRoad, mainRoad, road, minorRoad, station, water, peak, path

        static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// The text.
    var text: String
    /// The kind of the named thing.
    var kind: Kind
    /// Whether the text is the number of a road, for a plate.
    var isNumber: Bool
    /// One point, or a line: the tile extends from 0 to 1, with y downwards.
    let line: [SIMD2<Float>]
    /// The smallest and largest coordinates.
    let (low, high): (SIMD2<Float>, SIMD2<Float>)

    init(text: String, kind: Kind, isNumber: Bool = false, line: [SIMD2<Float>]) {
        (self.text, self.kind, self.isNumber, self.line) = (text, kind, isNumber, line)
        low = line.reduce(SIMD2(repeating: .infinity)) { pointwiseMin($0, $1) }
        high = line.reduce(SIMD2(repeating: -.infinity)) { pointwiseMax($0, $1) }
    }

    /// The layers with names.
    static let layers: Set<String> = ["place", "poi", "transportation_name", "water_name", "mountain_peak"]
    /// The maximum length of a name, in characters; longer ones are cut.
    private static let maxLength = 60
    /// The maximum number of named lines of a layer.
    fileprivate static let maxNames = 5000

    /// The names of a layer of the OpenMapTiles schema.
    static func names(of layer: VectorTile.Layer) -> [MapName] {
        // Some makers of tiles write only a transcription.
        let keys = ["name", "name:latin", "name_int", "name_en"].compactMap { layer.key($0) }
        let (ref, name, subclass) = (layer.key("ref"), layer.key("class"), layer.key("subclass"))
        var lines = NameLines()
        var points: [MapName] = []
        for feature in layer.features where feature.geometry != .polygon {
            let kind = kind(layer.name, layer.text(name, of: feature), layer.text(subclass, of: feature))
            guard let kind else { continue }
            let text = cut(keys.lazy.compactMap { layer.text($0, of: feature) }.first { !$0.isEmpty } ?? "")
            let number = kind <= .road ? number(layer.text(ref, of: feature)) : ""
            for part in layer.parts[feature.parts] {
                let line = layer.points[part]
                if feature.geometry == .line {
                    lines.add(line, text, kind)
                    lines.add(line, number, kind, isNumber: true)
                } else if !text.isEmpty, points.count < maxNames {
                    points.append(MapName(text: text, kind: kind, line: Array(line)))
                }
            }
        }
        return points + lines.joined
    }

    /// The first of the numbers of a road, which semicolons separate; empty if it is too long for a plate.
    private static func number(_ ref: String?) -> String {
        let first = ref?.split(separator: ";").first ?? ""
        return first.utf8.count <= 12 ? String(first) : ""
    }

    private static func cut(_ text: String) -> String {
        // Characters may consist of any number of scalars, so the bytes are bounded too.
        String(String(decoding: text.utf8.prefix(16 * maxLength), as: UTF8.self).prefix(maxLength))
    }

    private static func kind(_ layer: String, _ name: String?, _ subclass: String?) -> Kind? {
        switch (layer, name) {
        case ("place", "city"): .city
        case ("place", "town"): .town
        case ("place", "village"): .village
        case ("place", "suburb"), ("place", "quarter"), ("place", "hamlet"), ("place", "neighbourhood"): .suburb
        case ("transportation_name", "motorway"), ("transportation_name", "trunk"): .majorRoad
        case ("transportation_name", "primary"): .mainRoad
        case ("transportation_name", "secondary"): .road
        case ("transportation_name", "tertiary"), ("transportation_name", "minor"): .minorRoad
        case ("transportation_name", "path"), ("transportation_name", "service"), ("transportation_name", "track"):
            subclass == "steps" ? nil : .path
        case ("poi", "railway") where subclass == "station": .station
        case ("water_name", _): .water
        case ("mountain_peak", _): .peak
        default: nil
        }
    }
}

/// Joins lines with the same name that meet in a point: makers of tiles cut roads at every junction, and a name needs
/// space.
private struct NameLines {
    private struct Key: Hashable {
        var text: String
        var kind: MapName.Kind
        var isNumber: Bool
    }

    private var order: [Key] = []
    private var count = 0
    private var lines: [Key: [[SIMD2<Float>]]] = [:]

    mutating func add(
        _ line: ArraySlice<SIMD2<Float>>, _ text: String, _ kind: MapName.Kind, isNumber: Bool = false
    ) {
        guard !text.isEmpty, line.count > 1, count < MapName.maxNames else { return }
        count += 1
        let key = Key(text: text, kind: kind, isNumber: isNumber)
        if lines[key] == nil { order.append(key) }
        lines[key, default: []].append(Array(line))
    }

    /// The joined lines, in the order of the tile.
    var joined: [MapName] {
        order.flatMap { key in
            Self.joined(lines[key] ?? []).map {
                MapName(text: key.text, kind: key.kind, isNumber: key.isNumber, line: $0)
            }
        }
    }

    private static func joined(_ lines: [[SIMD2<Float>]]) -> [[SIMD2<Float>]] {
        var ends: [SIMD2<Float>: [Int]] = [:]
        for (index, line) in lines.enumerated() {
            ends[line[0], default: []].append(index)
            ends[line[line.count - 1], default: []].append(index)
        }
        var isUsed = [Bool](repeating: false, count: lines.count)
        var result: [[SIMD2<Float>]] = []
        for index in lines.indices where !isUsed[index] {
            isUsed[index] = true
            var line = lines[index]
            for _ in 0..<2 {
                while let next = ends[line[line.count - 1]]?.first(where: { !isUsed[$0] }) {
                    isUsed[next] = true
                    let isForward = lines[next][0] == line[line.count - 1]
                    line += isForward ? lines[next].dropFirst() : lines[next].reversed().dropFirst()
                }
                line.reverse()
            }
            result.append(line)
        }
        return result
    }
}
