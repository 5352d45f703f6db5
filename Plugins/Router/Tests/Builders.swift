import Foundation
import NavigationControl
import NavigationEvents
import Synchronization

@testable import Router

extension RouteRequest {
    static func make(
        number: UInt64 = 1, course: Double? = nil, speed: Double = 0, isCourseBinding: Bool = false,
        stops: [Coordinate] = [Coordinate(latitudeDegrees: 49.42, longitudeDegrees: 8.7)], mode: TravelMode = .car
    ) -> RouteRequest {
        RouteRequest(
            number: number, position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69),
            horizontalAccuracyMeters: 5, courseDegrees: course, speedMetersPerSecond: speed,
            isCourseBinding: isCourseBinding, stopovers: stops, travelMode: mode)
    }
}

extension RouterSettings {
    static func make(
        _ url: String = "http://router.test", engine: Engine? = .osrm, timeout: Double = 5, retries: Int = 1,
        connections: Int = 8
    ) -> RouterSettings {
        var settings = RouterSettings()
        settings.url = url
        settings.engine = engine.flatMap { EngineChoice(rawValue: $0.rawValue) } ?? .auto
        settings.timeoutSeconds = timeout
        settings.retries = retries
        settings.connections = connections
        return settings
    }
}

/// Minimal answers of servers.
enum Answers {
    /// A route of OSRM over two points.
    static let route = """
        {"code":"Ok","waypoints":[{"location":[8.69,49.41]},{"location":[8.7,49.42]}],"routes":[{"distance":1327,\
        "duration":100,"geometry":"\(polyline)","legs":[{"distance":1327,"duration":100,"steps":[\
        {"distance":1327,"duration":100,"geometry":"\(polyline)","name":"Way","mode":"driving","driving_side":"right",\
        "maneuver":{"type":"depart","location":[8.69,49.41],"bearing_before":0,"bearing_after":33},"intersections":[]},\
        {"distance":0,"duration":0,"geometry":"\(end)","name":"Way","mode":"driving","driving_side":"right",\
        "maneuver":{"type":"arrive","location":[8.7,49.42],"bearing_before":33,"bearing_after":0},"intersections":[]}\
        ]}]}]}
        """
    /// 49.41, 8.69 and 49.42, 8.7 with six decimals.
    private static let polyline = "_|vf}A_tkqO_pR_pR"
    private static let end = "_mjg}A_e_rO??"
    static let valhallaStatus = #"{"version":"3.9.1","tileset_last_modified":1}"#
    static let noRoad =
        #"{"error_code":171,"error":"No suitable edges near location","status_code":400,"status":"Bad"}"#
    static let noSegment = #"{"code":"NoSegment","message":"Could not find a matching segment for coordinate 0"}"#
}

/// The result of a search.
final class Outcome: Sendable {
    private let result = Mutex<Result<FoundRoute, RouterError>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func put(_ result: Result<FoundRoute, RouterError>) {
        self.result.withLock { $0 = result }
        isThere.signal()
    }

    /// Waits for the result; `nil` after the timeout.
    func wait(seconds: Double = 20) -> Result<FoundRoute, RouterError>? {
        _ = isThere.wait(timeout: .now() + seconds)
        return result.withLock { $0 }
    }
}

extension RouteFinder {
    convenience init(_ settings: RouterSettings, key: String? = nil, maxBytes: Int = 1 << 20) {
        self.init(
            settings: settings, key: key,
            client: CurlHTTPClient(connections: settings.connections, maxBytes: maxBytes))
    }

    /// Searches a route and waits for the result.
    func find(_ request: RouteRequest = .make()) -> Result<FoundRoute, RouterError>? {
        let outcome = Outcome()
        _ = find(request) { outcome.put($0) }
        return outcome.wait()
    }

    /// The error of a search; `nil` if it finds a route.
    func failure(_ request: RouteRequest = .make()) -> String? {
        guard case .failure(let error) = find(request) else { return nil }
        return "\(error)"
    }
}

/// A request line without a bus, which keeps the answers.
final class FakeRouterChannel: RouterChannel {
    private struct State {
        var hear: (@Sendable (Session, RouteRequest?) -> Void)?
        var answers: [String: [RouteAnswer]] = [:]
    }

    private let state = Mutex(State())

    func start(_ hear: @escaping @Sendable (Session, RouteRequest?) -> Void) { state.withLock { $0.hear = hear } }

    func answer(_ answer: RouteAnswer, session: Session) {
        state.withLock { $0.answers[session.name, default: []].append(answer) }
    }

    func stop() { state.withLock { $0.hear = nil } }

    func ask(_ session: Session, _ request: RouteRequest?) {
        let hear = state.withLock { $0.hear }
        hear?(session, request)
    }

    var answers: [String: [RouteAnswer]] { state.withLock { $0.answers } }
}
