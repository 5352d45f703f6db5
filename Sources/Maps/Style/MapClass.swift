import Glibc

/// The classes of features on a map, in the order in which they are drawn: areas, then lines.
enum MapClass: Int, CaseIterable, Comparable, Sendable {
    // Areas.
    case grass, wood, sand, water, aeroway, building
    // Lines.
    case waterway
    case path, track, service, minor, tertiary, secondary, primary, trunk, motorway, tram, rail, ferry, runway

    /// The lines on the land.
    static let lines = allCases.filter { $0 > .waterway }

    static func < (left: MapClass, right: MapClass) -> Bool { left.rawValue < right.rawValue }

    /// Whether it is drawn as an area.
    var isArea: Bool { rawValue <= Self.building.rawValue }

    /// Whether it is a road for vehicles, with a casing.
    var isRoad: Bool { (Self.service.rawValue...Self.motorway.rawValue).contains(rawValue) }

    /// The classes of the features of the OpenMapTiles schema by layer and `class`; `*` stands for all others.
    static let table: [String: [String: MapClass]] = [
        "landcover": ["grass": .grass, "wood": .wood, "sand": .sand, "wetland": .grass],
        "landuse": [
            "cemetery": .grass, "pitch": .grass, "playground": .grass, "park": .grass, "garden": .grass,
            "stadium": .grass, "zoo": .grass, "theme_park": .grass,
        ],
        "water": ["*": .water],
        "aeroway": ["runway": .runway, "taxiway": .runway, "aerodrome": .aeroway, "apron": .aeroway],
        "building": ["*": .building],
        "waterway": ["*": .waterway],
        "transportation": [
            "motorway": .motorway, "trunk": .trunk, "primary": .primary, "secondary": .secondary,
            "tertiary": .tertiary, "minor": .minor, "service": .service, "track": .track, "path": .path, "pier": .path,
            "rail": .rail, "narrow_gauge": .rail, "transit": .tram, "tram": .tram, "light_rail": .tram,
            "subway": .tram, "funicular": .tram, "ferry": .ferry,
        ],
    ]

    /// The class of a feature; `nil` if it is not drawn.
    init?(layer: String, name: String?, subclass: String?, geometry: VectorTile.Geometry) {
        guard let classes = Self.table[layer], let known = name.flatMap({ classes[$0] }) ?? classes["*"] else {
            return nil
        }
        guard known.isArea == (geometry == .polygon), geometry != .point else { return nil }
        // Streets for walkers have the width of small streets.
        self = known == .path && subclass == "pedestrian" ? .service : known
    }

    /// The width of the line in pixels by the zoom; below the first zoom it is not drawn. Areas have no width.
    var widths: [(zoom: Double, pixels: Double)] {
        switch self {
        case .grass, .wood, .sand, .water, .aeroway: [(0, 0)]
        case .building: [(13.5, 0)]
        case .waterway: [(9, 0.6), (13, 1.6), (16, 5), (20, 40)]
        case .path: [(15, 0.7), (16, 1.2), (18, 3), (20, 6)]
        case .track: [(14, 0.7), (16, 1.6), (18, 4), (20, 8)]
        case .service: [(13.5, 0.6), (15, 2), (16, 4), (18, 13), (20, 40)]
        case .minor: [(11.5, 0.5), (13, 1.4), (14, 3), (15, 5.5), (16, 9), (18, 24), (20, 80)]
        case .tertiary: [(10, 0.5), (12, 1.3), (14, 4.2), (15, 7), (16, 11), (18, 28), (20, 90)]
        case .secondary: [(8, 0.5), (11, 1.4), (14, 5), (15, 8), (16, 12), (18, 30), (20, 100)]
        case .primary: [(7, 0.6), (10, 1.5), (12, 2.8), (14, 6), (16, 14), (18, 32), (20, 110)]
        case .trunk: [(5, 0.6), (9, 1.5), (12, 3.4), (14, 7), (16, 15), (18, 34), (20, 120)]
        case .motorway: [(4, 0.7), (8, 1.8), (12, 4), (14, 8), (16, 16), (18, 36), (20, 130)]
        case .tram: [(13, 0.6), (16, 1.2), (20, 3)]
        case .rail: [(9, 0.5), (13, 1.1), (16, 2), (20, 5)]
        case .ferry: [(8, 0.8), (16, 1.6), (20, 3)]
        case .runway: [(10, 1), (12, 3), (16, 40), (20, 400)]
        }
    }

    /// The width at a zoom; `nil` if the class is not drawn there.
    func width(zoom: Double) -> Double? { Self.width(widths, zoom: zoom) }

    /// Interpolates between the zooms, so that the width grows by equal factors.
    static func width(_ stops: [(zoom: Double, pixels: Double)], zoom: Double) -> Double? {
        guard let first = stops.first, zoom >= first.zoom else { return nil }
        guard let next = stops.firstIndex(where: { $0.zoom > zoom }) else { return stops.last?.pixels }
        let (low, high) = (stops[next - 1], stops[next])
        let share = (zoom - low.zoom) / (high.zoom - low.zoom)
        return low.pixels * exp2(log2(high.pixels / low.pixels) * share)
    }
}
