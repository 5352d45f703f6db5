import Dashboard
import Foundation
import NavigationControl
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import Web

extension Fix {
    /// A fix with the values of a test.
    static func make(
        latitude: Double = 49.4, longitude: Double = 8.69, second: Double = 0, speed: Double? = 13.4
    ) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000 + Int64(second * 1e9)),
            position: Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude),
            horizontalAccuracyMeters: 3.5, speedMetersPerSecond: speed, courseDegrees: 92, satellitesUsed: 11,
            quality: .gps)
    }
}

extension Step {
    static func make(
        _ maneuver: Maneuver = .turnRight, number: Int = 1, street: String = "Berliner Straße", lanes: [Lane] = []
    ) -> Step {
        Step(
            number: number, maneuver: maneuver, geometryIndex: number, fullRoadName: street, simpleRoadName: street,
            lanes: lanes, distanceFromPreviousMeters: 600, durationFromPreviousSeconds: 45)
    }
}

extension NavigationInfo {
    /// Guidance to a right turn.
    static func make(
        meters: Double = 287, step: Step = .make(), second: Double = 0, state: NavigationState = .enroute
    ) -> NavigationInfo {
        let next = Step.make(.turnLeft, number: step.number + 1, street: "Am Römerkreisel")
        return NavigationInfo(
            state: state, routeID: "route", fix: .make(second: second),
            matched: MatchedPosition(
                position: Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.69), bearingDegrees: 91.8,
                distanceAlongRouteMeters: 1000 - meters, distanceFromRouteMeters: 1),
            currentStep: state == .enroute ? step : nil, nextStep: state == .enroute ? next : nil,
            toManeuver: Remaining(distanceMeters: meters, durationSeconds: meters / 13),
            toStopover: Remaining(distanceMeters: meters + 4000, durationSeconds: 700),
            toDestination: Remaining(distanceMeters: meters + 4000, durationSeconds: 700), maneuverToNextMeters: 120,
            speedLimit: SpeedLimit(metersPerSecond: 50 / 3.6, isExplicit: true), currentStreetName: "Rohrbacher Straße")
    }
}

extension Route {
    static func make(
        id: String = "route",
        line: [Coordinate] = (0..<50).map {
            Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.68 + Double($0) / 5000)
        }
    ) -> Route {
        let end = line.last ?? Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)
        return Route(
            id: id, provider: "valhalla", geometry: line, legs: [],
            stopovers: [Stopover(position: end, geometryIndex: line.count - 1, name: "Schloss")], distanceMeters: 1000,
            durationSeconds: 90)
    }
}

extension ControlReport {
    static func speech(_ kind: ReportKind, _ text: String = "", range: Range<Int>? = nil, number: UInt64 = 1)
        -> ControlReport
    {
        ControlReport(
            control: "speech", kind: kind, effect: "utterance", text: text, processID: 7, range: range,
            effectNumber: number)
    }
}

/// A control with its server on a free local port.
final class RunningWeb {
    var driver: ControlDriver<WebControl>
    let lines = Lines()
    private let folder: TemporaryFolder

    init(
        _ settings: [String: SettingValue] = [:], page: String = "<!DOCTYPE html>\n<title>t</title>\n",
        folder pageFolder: PageFolder? = nil, runFolder: ControlFolder? = nil, reporter: Reporter = .silent
    ) throws {
        let folder = try TemporaryFolder()
        try folder.write(page, to: "page.html")
        self.folder = folder
        let (path, lines) = (pageFolder?.path ?? folder.path, lines)
        let control = try WebControl(
            ControlContext(
                settings: Settings(
                    // The places of the user who runs the tests stay as they are.
                    ["listen": .text("127.0.0.1:0"), "token": .text("none"), "keepPlaces": .bool(false)]
                        .merging(settings) { $1 }),
                reporter: reporter,
                runFolder: runFolder),
            findPage: { PageFolder(path: path) }, printLine: { lines.add($0) })
        driver = ControlDriver(control)
        try driver.start()
    }

    deinit { driver.stop() }

    var port: UInt16 { driver.control.server?.port ?? 0 }

    func wire(from address: UInt32 = 0x7F00_0001, receiveBytes: Int32? = nil) throws -> RawConnection {
        try RawConnection(port: port, address: address, receiveBytes: receiveBytes, owner: self)
    }

    /// The number of event streams, from the health check.
    func viewers() throws -> Int {
        let data = Data(try ask("/health").body)
        let health = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return health?["viewers"] as? Int ?? -1
    }

    /// The response to one request on its own connection.
    func ask(_ path: String, method: String = "GET", host: String = "127.0.0.1", headers: [String] = []) throws
        -> RawConnection.Answer
    {
        let wire = try wire()
        wire.get(path, method: method, host: host, headers: headers)
        return try wire.answer(isHead: method == "HEAD")
    }

    /// Opens an event stream.
    func watcher() throws -> Watcher {
        let wire = try wire()
        wire.get("/events")
        return try Watcher(wire)
    }
}

/// Repeats a check until it is true and throws no error, for at most half a minute.
func expectEventually(_ condition: () throws -> Bool) throws {
    guard !eventually({ (try? condition()) ?? false }) else { return }
    #expect(try condition())
}

/// Collects the printed lines.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
