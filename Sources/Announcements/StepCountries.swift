import NavigationEvents

/// The country of each step of a route.
struct StepCountries: Hashable {
    private var codes: [Int: String] = [:]

    /// Creates the object for a route without known countries.
    init() {}

    /// Finds the countries of a route: from the borders that its provider gave, elsewhere from the positions of the
    /// maneuvers.
    init(of route: Route, strings: any StringRetriever) {
        var entered: String?
        for step in route.legs.flatMap(\.steps) {
            entered = step.borderCountryCode ?? entered
            let isOnLine = route.geometry.indices.contains(step.geometryIndex)
            codes[step.number] =
                entered ?? (isOnLine ? strings.countryCode(at: route.geometry[step.geometryIndex]) : nil)
        }
    }

    /// Returns the country after the maneuver of a step, ISO 3166-1 alpha-2; `nil` if it is unknown.
    func code(of step: Step) -> String? { codes[step.number] }
}
