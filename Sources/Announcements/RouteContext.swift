import NavigationEvents

/// The facts about a route that announcements use and that no event carries: the country of each step, the road that
/// leads to it, and the name of the stop at its end.
struct RouteContext: Hashable {
    private var routeID = ""
    private var countryCodes: [Int: String] = [:]
    private var roadsBefore: [Int: String] = [:]
    private var stopNames: [Int: String] = [:]

    /// Creates the context of an unknown route.
    init() {}

    /// Reads a route. Countries are those after the borders that its provider gave, elsewhere those at the positions of the
    /// maneuvers.
    init(of route: Route, strings: any StringRetriever) {
        routeID = route.id
        let pairs = route.legs.flatMap { zip($0.steps, $0.steps.dropFirst()) }
        roadsBefore = Dictionary(pairs.map { ($1.number, $0.allRoadNames) }) { $1 }
        let ends = route.legs.compactMap { $0.steps.last?.number }
        stopNames = Dictionary(zip(ends, route.stopovers.map(\.name)).filter { !$0.1.isEmpty }) { $1 }
        var entered: String?
        for step in route.legs.flatMap(\.steps) {
            entered = step.borderCountryCode ?? entered
            let isOnLine = route.geometry.indices.contains(step.geometryIndex)
            countryCodes[step.number] =
                entered ?? (isOnLine ? strings.countryCode(at: route.geometry[step.geometryIndex]) : nil)
        }
    }

    /// Returns the country after the maneuver of a step, ISO 3166-1 alpha-2; `nil` if it is unknown.
    func countryCode(of step: Step) -> String? { countryCodes[step.number] }

    /// Returns the name of the stop at the end of a step; `nil` if none with a name is there.
    func stopName(atStep number: Int) -> String? { stopNames[number] }

    /// Returns all names of the road that leads to a step of the route; `nil` for another route or without a route.
    func roadBefore(_ step: Step?, of routeID: String) -> [String]? {
        guard let step, routeID == self.routeID else { return nil }
        return roadsBefore[step.number].map(StreetNames.parts)
    }
}
