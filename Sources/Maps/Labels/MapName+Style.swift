extension MapName {
    /// The order of placing; less is more important.
    var priority: Int { kind.rawValue * 2 + (isNumber ? 0 : 1) }
}

extension MapName.Kind {
    /// The zoom from which the name is shown.
    var minZoom: Double {
        switch self {
        case .city: 4
        case .town: 8
        case .village: 10.5
        case .suburb: 12
        case .majorRoad, .mainRoad, .road: 13
        case .minorRoad: 14.5
        case .station: 14
        case .water: 11
        case .peak: 12
        case .path: 15.5
        }
    }

    /// The zoom from which the number of the road is shown.
    var minNumberZoom: Double {
        switch self {
        case .majorRoad: 8
        case .mainRoad: 11
        default: 13
        }
    }

    /// Whether the text is bold.
    var isBold: Bool { [.city, .town, .village, .suburb].contains(self) }

    /// The size of the text, of the size of street names.
    func points(_ size: Double) -> Double {
        switch self {
        case .city: size * 1.5
        case .town: size * 1.3
        case .village, .suburb: size * 1.1
        case .majorRoad, .mainRoad, .road: size
        case .minorRoad, .station, .water, .peak, .path: size * 0.92
        }
    }
}
