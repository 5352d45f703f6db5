import Foundation
import Guidance
import NavigationEvents
import Positions
import Routes

/// Reads the route documents below a folder: each route must be readable and followed without mistakes, and each
/// refusal of an engine must be an error.
struct DocumentReport {
    private(set) var table = Table([
        "document", "dialect", "routes", "km", "legs", "steps", "lanes", "exits", "tunnels",
    ])
    private(set) var mistakes: [String] = []

    init(data: URL) throws {
        for map in try data.appending(path: "routes").subfolders() {
            for folder in try map.subfolders() {
                for document in try folder.routeDocuments(prefix: "") {
                    try check(document, name: "\(map.lastPathComponent)/\(folder.lastPathComponent)")
                }
            }
        }
    }

    /// The members that show whether an answer contains a route.
    private struct Answer: Decodable {
        var trip: Trip?
        var routes: [Trip]?

        struct Trip: Decodable {}

        var isRoute: Bool { trip != nil || routes != nil }
    }

    private mutating func check(_ document: URL, name: String) throws {
        let bytes = try Data(contentsOf: document)
        let isRoute = try JSONDecoder().decode(Answer.self, from: bytes).isRoute
        let place = "\(name) from \(document.dialect)"
        do {
            let routes = try RouteDocument.read([UInt8](bytes))
            // A route of zero length cannot be followed, which is an error of guidance.
            for route in routes where route.distanceMeters > 0 {
                mistakes += try Self.mistakes(following: route).map { "\(place): \($0)" }
            }
            if !isRoute { mistakes.append("\(place): reads a refusal as a route") }
            if let route = routes.first { add(route, of: routes.count, name: name, document.dialect) }
        } catch {
            table.add([name, document.dialect, "–", "failed to \(error)"])
            if isRoute { mistakes.append("\(place): failed to \(error)") }
        }
    }

    /// The mistakes of guidance when the route is driven exactly as planned.
    private static func mistakes(following route: Route) throws -> [String] {
        var guidance = GuidanceState()
        var events = try guidance.start(route)
        for fix in SimulatedDrive(route: route).fixes() { events += guidance.update(fix) }
        let infos = events.compactMap { event in
            if case .navigation(let info) = event, info.state != .stopped { info } else { nil }
        }
        events += guidance.stop()
        var mistakes = SequenceRules.mistakes(in: events)
        if infos.last?.isDestinationReached != true { mistakes.append("driven as planned, it does not arrive") }
        if infos.contains(where: { $0.isOffRoute }) { mistakes.append("driven as planned, it reports off route") }
        return mistakes
    }

    private mutating func add(_ route: Route, of count: Int, name: String, _ dialect: String) {
        let steps = route.legs.flatMap(\.steps)
        table.add([
            name, dialect, "\(count)", (route.distanceMeters / 1000).short, "\(route.legs.count)", "\(steps.count)",
            "\(steps.count { !$0.lanes.isEmpty })", "\(steps.count { $0.roundabout?.exitCount != nil })",
            "\(route.tunnels.count)",
        ])
    }
}
