public import ArgumentParser
public import NavigationEvents

extension Coordinate: ExpressibleByArgument {
    /// `LATITUDE,LONGITUDE` in degrees.
    public init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        self.init(latitudeDegrees: latitude, longitudeDegrees: longitude)
        guard isValid else { return nil }
    }
}

/// How one travels, as an option says it.
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
