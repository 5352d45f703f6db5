public import ArgumentParser
public import NavigationEvents

extension Coordinate: ExpressibleByArgument {
    /// Reads `LATITUDE,LONGITUDE` in degrees.
    public init?(argument: String) {
        self.init(text: argument)
        guard isValid else { return nil }
    }
}

/// The mode of travel, as an option.
enum TravelModeName: String, CaseIterable, ExpressibleByArgument {
    case car, bicycle, foot

    var mode: TravelMode {
        switch self {
        case .car: .car
        case .bicycle: .bicycle
        case .foot: .foot
        }
    }
}
