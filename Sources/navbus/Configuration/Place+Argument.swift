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

extension TravelMode: ExpressibleByArgument {
    /// `car`, `bicycle` or `foot`.
    public init?(argument: String) {
        switch argument {
        case "car": self = .car
        case "bicycle": self = .bicycle
        case "foot": self = .foot
        default: return nil
        }
    }

    /// Those that can be asked for.
    public static var allValueStrings: [String] { ["car", "bicycle", "foot"] }

    /// As one writes it.
    public var defaultValueDescription: String { "\(self)" }
}
