public import Pictures

/// The colours of a map.
public struct MapTheme: Hashable, Sendable {
    /// How areas, lines and texts get their pixels.
    public enum Technique: Hashable, Sendable {
        /// Smooth edges and coloured areas.
        case color
        /// Black and white pixels only, with patterns for areas, for e-paper.
        case oneBit
    }

    /// The name: `day`, `night`, `contrast` or `paper`.
    public let name: String
    /// How it is drawn.
    public let technique: Technique
    /// The land.
    let land: Color
    let grass: Color
    let wood: Color
    let sand: Color
    let water: Color
    let building: Color
    /// The roads by class.
    let minor: Color
    let secondary: Color
    let primary: Color
    let motorway: Color
    /// The edge of roads.
    let casing: Color
    let motorwayCasing: Color
    let path: Color
    let rail: Color
    /// The texts and the halo around them.
    let text: Color
    let waterText: Color
    let halo: Color
    /// The plates with the numbers of roads.
    let shield: Color
    let shieldText: Color
    /// The route, the part that was driven, and their edge.
    let route: Color
    let driven: Color
    let routeCasing: Color
    /// The vehicle.
    let arrow: Color
    let arrowEdge: Color
    /// The size of street names in pixels.
    let textSize: Double

    /// Light, with coloured roads.
    public static let day = MapTheme(
        name: "day", technique: .color, land: 0xF2EFE9, grass: 0xD3E6BE, wood: 0xBFDBAE, sand: 0xF0E6C8,
        water: 0xA5CDEB, building: 0xDFD8CE, minor: 0xFFFFFF, secondary: 0xFFF3B0, primary: 0xFFDF80,
        motorway: 0xFFA95C, casing: 0xC4BBAC, motorwayCasing: 0xBF6F2A, path: 0xB39F83, rail: 0x8F8C8A,
        text: 0x23262B, waterText: 0x0B3A5E, halo: 0xFFFFFF, shield: 0x0B3F86, shieldText: 0xFFFFFF,
        route: 0x1F6FE5, driven: 0x93A4BA, routeCasing: 0x0D3C8C, arrow: 0x0B2A5B, arrowEdge: 0xFFFFFF, textSize: 13)

    /// Dark, without glare.
    public static let night = MapTheme(
        name: "night", technique: .color, land: 0x12181F, grass: 0x16241E, wood: 0x14221B, sand: 0x201F1A,
        water: 0x0D2A44, building: 0x1D252E, minor: 0x3A4551, secondary: 0x4A5460, primary: 0x5A5646,
        motorway: 0x70552C, casing: 0x0A0E13, motorwayCasing: 0x2A2010, path: 0x39424C, rail: 0x4B525B,
        text: 0xCFD8E0, waterText: 0x9CC4E6, halo: 0x0C1117, shield: 0x24384F, shieldText: 0xE3EAF0,
        route: 0x3F8CF0, driven: 0x4C5968, routeCasing: 0x0A2448, arrow: 0xFFFFFF, arrowEdge: 0x0A2448, textSize: 13)

    /// Yellow and white on black, for low vision.
    public static let contrast = MapTheme(
        name: "contrast", technique: .color, land: 0x000000, grass: 0x000000, wood: 0x000000, sand: 0x000000,
        water: 0x00264F, building: 0x1C1C1C, minor: 0x6A6A6A, secondary: 0x8C8C8C, primary: 0xA6A6A6,
        motorway: 0xC8C8C8, casing: 0x000000, motorwayCasing: 0x000000, path: 0x3C3C3C, rail: 0x4A4A4A,
        text: 0xFFFFFF, waterText: 0xCDE6FF, halo: 0x000000, shield: 0x000000, shieldText: 0xFFFFFF,
        route: 0xFFE100, driven: 0x6B5F00, routeCasing: 0x000000, arrow: 0xFFFFFF, arrowEdge: 0xD00000, textSize: 16)

    /// Black and white pixels only.
    public static let paper = MapTheme(
        name: "paper", technique: .oneBit, land: 0xFFFFFF, grass: 0xFFFFFF, wood: 0xFFFFFF, sand: 0xFFFFFF,
        water: 0xFFFFFF, building: 0xFFFFFF, minor: 0xFFFFFF, secondary: 0xFFFFFF, primary: 0xFFFFFF,
        motorway: 0xFFFFFF, casing: 0x000000, motorwayCasing: 0x000000, path: 0x000000, rail: 0x000000,
        text: 0x000000, waterText: 0x000000, halo: 0xFFFFFF, shield: 0xFFFFFF, shieldText: 0x000000,
        route: 0x000000, driven: 0xFFFFFF, routeCasing: 0xFFFFFF, arrow: 0xFFFFFF, arrowEdge: 0x000000, textSize: 13)

    /// The built-in themes.
    public static let builtIn = [day, night, contrast, paper]

    /// The map that belongs to the signs of a theme: dark for a theme of one's own with a dark plate.
    public init(_ theme: Theme) {
        let known = Self.builtIn.first { $0.name == theme.name }
        self = known ?? (theme.plate.luminance < 0.02 ? .night : .day)
    }

    private init(
        name: String, technique: Technique, land: UInt32, grass: UInt32, wood: UInt32, sand: UInt32, water: UInt32,
        building: UInt32, minor: UInt32, secondary: UInt32, primary: UInt32, motorway: UInt32, casing: UInt32,
        motorwayCasing: UInt32, path: UInt32, rail: UInt32, text: UInt32, waterText: UInt32, halo: UInt32,
        shield: UInt32, shieldText: UInt32, route: UInt32, driven: UInt32, routeCasing: UInt32, arrow: UInt32,
        arrowEdge: UInt32, textSize: Double
    ) {
        func color(_ rgb: UInt32) -> Color {
            Color(UInt8(rgb >> 16 & 255), UInt8(rgb >> 8 & 255), UInt8(rgb & 255))
        }
        (self.name, self.technique, self.textSize) = (name, technique, textSize)
        (self.land, self.grass, self.wood) = (color(land), color(grass), color(wood))
        (self.sand, self.water, self.building) = (color(sand), color(water), color(building))
        (self.minor, self.secondary, self.primary) = (color(minor), color(secondary), color(primary))
        (self.motorway, self.casing, self.motorwayCasing) = (color(motorway), color(casing), color(motorwayCasing))
        (self.path, self.rail) = (color(path), color(rail))
        (self.text, self.waterText, self.halo) = (color(text), color(waterText), color(halo))
        (self.shield, self.shieldText) = (color(shield), color(shieldText))
        (self.route, self.driven, self.routeCasing) = (color(route), color(driven), color(routeCasing))
        (self.arrow, self.arrowEdge) = (color(arrow), color(arrowEdge))
    }

    /// The colour of a class of features.
    func color(of known: MapClass) -> Color {
        switch known {
        case .grass: grass
        case .wood: wood
        case .sand: sand
        case .water, .waterway: water
        case .building: building
        case .aeroway, .minor, .service, .tertiary, .runway: minor
        case .secondary: secondary
        case .primary, .trunk: primary
        case .motorway: motorway
        case .path, .track: path
        case .tram, .rail: rail
        case .ferry: waterText
        }
    }

    /// The colour of the edge of a road.
    func casing(of known: MapClass) -> Color { known == .motorway ? motorwayCasing : casing }
}
