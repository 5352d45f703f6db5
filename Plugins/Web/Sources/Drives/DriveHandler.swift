import Dashboard
import Dispatch
import NavigationControl
import NavigationEvents
import Pictures
import Platform
import Regions
import RouteRequests
import Synchronization

/// Carries out the operations of the page: searches places, requests routes, and starts, changes and ends the drive.
///
/// Searches and files are used on one thread, in order. Routes are requested by the installed router, at most two at a
/// time.
final class DriveHandler: Sendable {
    typealias OnReply = @Sendable (DriveReply) -> Void

    private static let maxResults = 10
    private static let maxSearches = 2
    /// The number of alternatives that are requested.
    private static let maxAlternatives = 2
    /// The maximum number of stops of a drive.
    private static let maxStops = 25

    private let bus: any RequestChannel
    private let units: DisplayUnits
    private let library: RegionLibrary
    /// `nil` if places are not kept.
    private let file: PlaceFile?
    private let warn: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "navbus.web.places")
    private let offers = RouteOffers()
    private let routeSearches = Mutex(0)

    /// - Parameters:
    ///   - bus: Sends requests to the bus.
    ///   - units: The units of the page.
    ///   - file: The file of the kept places; `nil` to keep none.
    ///   - library: The regions.
    ///   - warn: Reports a warning.
    init(
        bus: any RequestChannel, units: DisplayUnits, file: PlaceFile?, library: RegionLibrary = .ofThisProcess,
        warn: @escaping @Sendable (String) -> Void
    ) {
        (self.bus, self.units, self.file, self.library, self.warn) = (bus, units, file, library, warn)
    }

    /// Carries out an operation.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - dashboard: The state of the drive.
    ///   - reply: Called once, on any thread.
    func perform(_ operation: DriveOperation, _ dashboard: Dashboard, reply: @escaping OnReply) {
        switch operation {
        case .search(let text): queue.async { [self] in reply(search(text, near: dashboard.fix?.smoothedPosition)) }
        case .routes(let wish): findRoutes(wish, dashboard, reply)
        case .start(let offer, let route): start(offer, route, reply)
        case .stop: ask(reply) { .stop($0) }
        case .skip: ask(reply) { .skipStopover($0) }
        case .places: queue.async { [self] in reply(DriveReply(places())) }
        case .save(let place): change(reply) { $0.save(place) }
        case .erase(let id): change(reply) { $0.erase(id) }
        }
    }

    // MARK: - Places

    private func search(_ text: String, near: Coordinate?) -> DriveReply {
        if let point = Coordinate(text: text), let place = KeptPlace(title: text, position: point) {
            return DriveReply([.init("places", [.object(place.members)])])
        }
        let (places, problems) = library.places(for: text, near: near, limit: Self.maxResults)
        let results = places.compactMap { place in
            KeptPlace(place).map { kept in
                let kind = place.kind == .poi ? place.categoryWord : place.kind.rawValue
                return JSONText.object(
                    kept.members + [
                        .init("kind", .string(kind.displayable)),
                        .init("distanceText", JSONText(place.distanceMeters.flatMap(distanceText))),
                    ])
            }
        }
        let content: [JSONText.Member] = [.init("places", .array(results))]
        if let problem = problems.first { return DriveReply(.badRegion, "\(problem)", content: content) }
        if results.isEmpty, library.contents().regions.isEmpty { return DriveReply(.noRegion, content: content) }
        return DriveReply(content)
    }

    private func places() -> [JSONText.Member] {
        let contents = file?.contents() ?? PlaceFile.Contents()
        return [
            .init("isKept", .bool(file != nil)), .init("saved", .array(contents.saved.map { .object($0.members) })),
            .init("recent", .array(contents.recent.map { .object($0.members) })),
        ]
    }

    private func change(_ reply: @escaping OnReply, _ body: @escaping @Sendable (inout PlaceFile.Contents) -> Void) {
        queue.async { [self] in
            guard let file else { return reply(DriveReply(.notKept)) }
            do throws(FileError) {
                try file.change(body)
                reply(DriveReply(places()))
            } catch {
                reply(DriveReply(.notKept, "\(error)"))
            }
        }
    }

    // MARK: - Routes

    private func findRoutes(_ wish: DriveOperation.Wish, _ dashboard: Dashboard, _ reply: @escaping OnReply) {
        guard let place = wish.stops.last else { return reply(DriveReply(.noRoute)) }
        guard let fix = dashboard.fix, let at = dashboard.fixAt,
            Moment.now.seconds(since: at) <= InstalledRouter.maxFixAgeSeconds
        else { return reply(DriveReply(.noPosition)) }
        let later = wish.isAddition ? dashboard.remainingStopovers : []
        let stops = wish.stops.map(\.position) + later.map(\.position)
        guard stops.count <= Self.maxStops else { return reply(DriveReply(.manyStops)) }
        let mode = wish.mode ?? dashboard.route?.travelMode ?? .car
        var query = InstalledRouter.Query(from: fix.position, stops: stops, mode: mode == .unknown ? .car : mode)
        query.begin(at: fix)
        query.alternatives = stops.count == 1 ? Self.maxAlternatives : 0
        query.avoided = wish.avoided
        let names = wish.stops.map(\.title) + later.map(\.name)
        guard beginSearch() else { return reply(DriveReply(.busy)) }
        Task { [self, query] in
            let answer = await offer(query, place, names)
            routeSearches.withLock { $0 -= 1 }
            reply(answer)
        }
    }

    /// Whether one more search for routes may begin; if so, it counts.
    private func beginSearch() -> Bool {
        routeSearches.withLock { count in
            guard count < Self.maxSearches else { return false }
            count += 1
            return true
        }
    }

    /// Requests routes and offers them.
    private func offer(_ query: InstalledRouter.Query, _ place: KeptPlace, _ names: [String]) async -> DriveReply {
        let router: InstalledRouter
        do {
            router = try InstalledRouter()
        } catch {
            return DriveReply(.noRouter, "\(error)")
        }
        do {
            let routes = try await router.routes(query).prefix(Self.maxAlternatives + 1).map { $0.naming(names) }
            let id = offers.add(RouteOffers.Offer(routes: routes, place: place))
            return DriveReply([.init("offer", .string(id)), .init("routes", .array(routes.map(summary)))])
        } catch {
            return DriveReply(.noRoute, "\(error)")
        }
    }

    private func summary(_ route: Route) -> JSONText {
        [
            "distanceText": JSONText(distanceText(route.distanceMeters)),
            "durationText": JSONText(DurationLabel(seconds: route.durationSeconds)?.text),
            "street": .string(route.mainStreet.displayable),
        ]
    }

    private func distanceText(_ meters: Double) -> String? { DistanceLabel(meters: meters, units: units)?.text }

    // MARK: - Bus

    private func start(_ id: String, _ number: Int, _ reply: @escaping OnReply) {
        guard let offer = offers.offer(id), offer.routes.indices.contains(number) else {
            return reply(DriveReply(.oldOffer))
        }
        queue.async { [self] in
            var route = offer.routes[number]
            for problem in library.addLandmarks(to: &route) { warn("failed to \(problem)") }
            let chosen = route
            ask(reply, { .start($0, chosen) }, done: { [self] in queue.async { self.note(offer.place) } })
        }
    }

    /// Keeps the destination of a drive that has begun.
    private func note(_ place: KeptPlace) {
        do throws(FileError) {
            try file?.change { $0.visit(place) }
        } catch {
            warn("the recent places are not kept: failed to write \(error)")
        }
    }

    private func ask(
        _ reply: @escaping OnReply, _ request: (Session) -> Request, done: @escaping @Sendable () -> Void = {}
    ) {
        bus.ask(request) { answer in
            if case .refused(let refusal) = answer { return reply(DriveReply(.noBus, refusal.text)) }
            done()
            reply(.done)
        }
    }
}

extension Route {
    /// The route with the names that a person has chosen for its stops.
    fileprivate func naming(_ names: [String]) -> Route {
        guard names.count == stopovers.count else { return self }
        var route = self
        for (index, name) in names.enumerated() where !name.isEmpty { route.stopovers[index].name = name }
        return route
    }

    /// The street with the greatest length, which tells alternatives apart; empty without names.
    fileprivate var mainStreet: String {
        var meters: [String: Double] = [:]
        var street = ""
        for step in legs.flatMap(\.steps) {
            // The distance to a step is that along the street of the step before it.
            if !street.isEmpty { meters[street, default: 0] += step.distanceFromPreviousMeters }
            let name = step.simpleRoadName.isEmpty ? step.fullRoadName : step.simpleRoadName
            street = name
        }
        return meters.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    }
}
