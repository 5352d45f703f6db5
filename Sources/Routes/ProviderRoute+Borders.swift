import NavigationEvents

/// A point at which a route enters another country.
struct ProviderBorder: Hashable {
    /// Index of the point in the line of the route.
    var geometryIndex: Int
    /// ISO 3166-1 alpha-2.
    var countryCode: String
}

extension ProviderLeg {
    /// A maneuver nearer to a border than this crosses it.
    private static let nearMeters = 50.0

    /// Marks the maneuvers that cross a border. A border between two maneuvers becomes a step of its own, straight
    /// ahead.
    ///
    /// - Parameters:
    ///   - borders: the borders of the route.
    ///   - meters: distance of each point of the line from its beginning.
    mutating func markBorders(_ borders: [ProviderBorder], meters: [Double]) {
        guard !borders.isEmpty else { return }
        var marked: [ProviderStep] = []
        var rest = borders.filter { firstIndex < $0.geometryIndex && $0.geometryIndex < lastIndex }[...]
        for index in steps.indices {
            let one = steps[index]
            marked.append(one)
            guard index + 1 < steps.count else { break }
            let end = steps[index + 1].step.geometryIndex
            while let border = rest.first, border.geometryIndex < end {
                rest.removeFirst()
                let place = meters[border.geometryIndex]
                let isAtStart = place - meters[one.step.geometryIndex] <= Self.nearMeters
                let isAtEnd = meters[end] - place <= Self.nearMeters
                if isAtStart, index > 0 {
                    marked[marked.count - 1].step.borderCountryCode = border.countryCode
                } else if isAtEnd || one.roundaboutPart == .enter {
                    steps[index + 1].step.borderCountryCode = border.countryCode
                } else {
                    marked.append(marked[marked.count - 1].parted(at: border, end: end, meters: meters))
                    let length = marked[marked.count - 1].lengthMeters
                    marked[marked.count - 2].lengthMeters -= length
                    marked[marked.count - 2].durationSeconds -= marked[marked.count - 1].durationSeconds
                }
            }
            while let border = rest.first, border.geometryIndex == end {
                rest.removeFirst()
                steps[index + 1].step.borderCountryCode = border.countryCode
            }
        }
        steps = marked
    }
}

extension ProviderStep {
    /// A step straight ahead at a border, with the part of the stretch after it.
    fileprivate func parted(at border: ProviderBorder, end: Int, meters: [Double]) -> ProviderStep {
        let whole = meters[end] - meters[step.geometryIndex]
        let share = whole > 0 ? (meters[end] - meters[border.geometryIndex]) / whole : 0
        return ProviderStep(
            step: Step(
                number: 0, maneuver: .straight, geometryIndex: border.geometryIndex, fullRoadName: step.fullRoadName,
                simpleRoadName: step.simpleRoadName, turnAngleDegrees: 0, drivingSide: step.drivingSide,
                borderCountryCode: border.countryCode),
            isMotorwayAfter: isMotorwayAfter, isMotorroadAfter: isMotorroadAfter, lengthMeters: lengthMeters * share,
            durationSeconds: durationSeconds * share)
    }
}
