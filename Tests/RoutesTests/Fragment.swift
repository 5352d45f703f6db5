import Glibc
import NavigationEvents

@testable import Routes

/// A maneuver in the format of a provider, with the same document around it.
enum Fragment {
    /// The roads of a GraphHopper path.
    enum Road { case street, link, motorway }

    case valhalla(Int)
    case valhallaEnd(Int)
    case osrm(String, String, DrivingSide = .right)
    case osrmEnd(String)
    case osrmFork(String, String)
    /// A fork with the number of an exit.
    case osrmExit(String)
    case osrmAboard(String)
    case mapbox(String, String, DrivingSide = .right)
    case graphHopper(Int)
    case graphHopperRoads(Int, [Road])
    case graphHopperFork(Int, from: Road)
    /// A roundabout by the angle driven around it, radians, positive clockwise.
    case graphHopperCircle(Double)
    /// A corner by its angle, degrees, positive to the right.
    case gpx(Double)

    var document: [UInt8] {
        switch self {
        case .valhalla(let type): Documents.valhalla([#""type": \#(type)"#])
        case .valhallaEnd(let type): Documents.valhalla([], last: #""type": \#(type)"#)
        case .osrm(let type, let modifier, let side): Documents.osrm([Self.step(type, modifier, side)])
        case .osrmEnd(let side): Self.arriving(side)
        case .osrmFork(let ramp, let modifier):
            Documents.osrm([Self.step(ramp, "right", .right), Self.step("fork", modifier, .right)])
        case .osrmExit(let modifier):
            Documents.osrm([.init(type: "fork", modifier: modifier, more: #""exits": "12""#)])
        case .osrmAboard(let mode): Documents.osrm([.init(type: "notification", modifier: "straight", mode: mode)])
        case .mapbox(let type, let modifier, let side): Documents.mapbox([Self.step(type, modifier, side)])
        case .graphHopper(let sign): Documents.graphHopper([#""sign": \#(sign)"#])
        case .graphHopperRoads(let sign, let roads):
            Documents.graphHopper([#""sign": \#(sign)"#], details: Self.details(roads))
        case .graphHopperFork(let sign, let road):
            Documents.graphHopper(
                [#""sign": 2"#, #""sign": \#(sign)"#], details: Self.details([road, .link, .link]))
        case .graphHopperCircle(let radians):
            Documents.graphHopper([#""sign": 6, "exit_number": 2, "exited": true, "turn_angle": \#(radians)"#])
        case .gpx(let degrees): Documents.gpx(Self.corner(degrees))
        }
    }

    var provider: String {
        switch self {
        case .valhalla, .valhallaEnd: "valhalla"
        case .osrm, .osrmEnd, .osrmFork, .osrmExit, .osrmAboard: "osrm"
        case .mapbox: "mapbox"
        case .graphHopper, .graphHopperRoads, .graphHopperFork, .graphHopperCircle: "graphhopper"
        case .gpx: "gpx"
        }
    }

    /// Index of the step of the maneuver.
    var place: Int {
        switch self {
        case .osrmFork, .graphHopperFork: 2
        case .valhalla(8): 0
        default: 1
        }
    }

    private static func step(_ type: String, _ modifier: String, _ side: DrivingSide) -> Documents.OSRMStep {
        Documents.OSRMStep(type: type, modifier: modifier, side: side == .left ? "left" : "right")
    }

    private static func arriving(_ side: String) -> [UInt8] {
        let text = String(decoding: Documents.osrm([]), as: UTF8.self)
        return Array(
            text.replacing(#""type": "arrive","#, with: #""type": "arrive", "modifier": "\#(side)","#).utf8)
    }

    private static func details(_ roads: [Road]) -> String {
        let classes = roads.enumerated().map {
            #"[\#($0.offset), \#($0.offset + 1), "\#($0.element == .motorway ? "motorway" : "primary")"]"#
        }
        let links = roads.enumerated().map { "[\($0.offset), \($0.offset + 1), \($0.element == .link)]" }
        return
            #""road_class": [\#(classes.joined(separator: ","))], "road_class_link": [\#(links.joined(separator: ","))]"#
    }

    /// 200 m to the north, then 200 m in another direction.
    private static func corner(_ degrees: Double) -> [Coordinate] {
        let radians = degrees * .pi / 180
        return [
            Documents.place(0, 0), Documents.place(0, 200),
            Documents.place(200 * sin(radians), 200 + 200 * cos(radians)),
        ]
    }
}
