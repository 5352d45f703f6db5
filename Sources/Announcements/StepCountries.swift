import NavigationEvents

/// The country of each step of a route, and the names of the road that leads to it.
struct StepCountries: Hashable {
    private var routeID = ""
    private var codes: [Int: String] = [:]
    private var roadsBefore: [Int: String] = [:]

    /// Creates the object for a route without known countries.
    init() {}

    /// Finds the countries of a route: from the borders that its provider gave, elsewhere from the positions of the
    /// maneuvers.
    init(of route: Route, strings: any StringRetriever) {
        routeID = route.id
        let pairs = route.legs.flatMap { zip($0.steps, $0.steps.dropFirst()) }
        roadsBefore = Dictionary(pairs.map { ($1.number, $0.allRoadNames) }) { $1 }
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

    /// Returns all names of the road that leads to a step of the route; `nil` for another route or without a route.
    func roadBefore(_ step: Step?, of routeID: String) -> [String]? {
        guard let step, routeID == self.routeID else { return nil }
        return roadsBefore[step.number].map(StreetNames.parts)
    }
}
