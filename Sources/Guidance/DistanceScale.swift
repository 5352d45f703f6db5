import NavigationEvents

/// The distances before a maneuver that announcements may name: round numbers in the spoken units.
struct DistanceScale {
    /// The distances of the prepare stage in metres, ascending.
    let prepareMeters: [Double]
    /// The distance of the far stage in metres.
    let farMeters: Double

    private static let foot = 0.3048
    private static let yard = 0.9144
    private static let mile = 1609.344
    private static let miles = [0.25, 0.5, 1, 2].map { $0 * mile }

    private static let metric = DistanceScale(
        prepareMeters: [50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1500, 2000], farMeters: 2000)
    /// The shortest two distances are for pedestrians and cyclists.
    private static let us = DistanceScale(
        prepareMeters: [150, 300, 500, 1000].map { $0 * foot } + miles, farMeters: 2 * mile)
    private static let uk = DistanceScale(
        prepareMeters: [50, 100, 200, 400].map { $0 * yard } + miles, farMeters: 2 * mile)

    /// Returns the distances for a system of units.
    static func of(_ units: UnitSystem) -> DistanceScale {
        switch units {
        case .metric: metric
        case .us: us
        case .uk: uk
        }
    }
}
