import Foundation
import NavigationEvents
import Platform
import Positions
import Routes

@testable import NavigationLoop

/// The example of the repository: a route, and a recorded drive along it.
enum ExampleDrive {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "examples/first-drive").path

    static func route() throws -> Route {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/route.json")))
        return try RouteDocument.read(bytes, provider: nil)[0]
    }

    /// The inputs of the drive: the route, the events of the receiver, and some requests and problems.
    static func inputs() async throws -> [DriveInput] {
        var inputs: [DriveInput] = [.begun]
        var route = try route()
        var count = 0
        for await event in NMEASource(file: folder + "/drive.nmea", pace: .max).positions() {
            count += 1
            if let input = DriveInput(event) { inputs.append(input) }
            switch count {
            case 3: inputs.append(.started(route))
            case 120, 121, 410: inputs.append(.fix(wrong(by: 5000, after: inputs)))
            case 200: inputs.append(.reported(.warning, "the disk is full"))
            case 300:
                route.reason = .replaced
                inputs.append(.started(route))
            case 500: inputs += silence(after: inputs, seconds: 20)
            case 700:
                inputs.append(.stopped)
                route.reason = .requested
                inputs.append(.started(route))
            case 800: inputs.append(.problem(.warning, "failed to read line 7"))
            default: break
            }
        }
        return inputs
    }

    private static func wrong(by meters: Double, after inputs: [DriveInput]) -> Fix {
        var fix = lastFix(inputs)
        fix.time.nanosecondsSinceEpoch += 200_000_000
        fix.position.latitudeDegrees += meters / 111_000
        return fix
    }

    private static func silence(after inputs: [DriveInput], seconds: Int64) -> [DriveInput] {
        let last = lastFix(inputs).time.nanosecondsSinceEpoch
        return (1...seconds).map { .elapsed(Timestamp(nanosecondsSinceEpoch: last + $0 * 40_000_000)) }
    }

    private static func lastFix(_ inputs: [DriveInput]) -> Fix {
        for input in inputs.reversed() {
            if case .fix(let fix) = input { return fix }
        }
        return Fix(
            time: Timestamp(nanosecondsSinceEpoch: 0), position: Coordinate(latitudeDegrees: 1, longitudeDegrees: 1))
    }
}
