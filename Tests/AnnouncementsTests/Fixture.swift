import Announcements
import Glibc
import NavigationEvents
import TOML

/// A file in the folder Fixtures: an event and its announcement. The path names the case.
struct Fixture: CustomStringConvertible {
    var description: String
    private let root: TOMLSection

    static let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Fixtures"

    static let all: [String] = paths(below: folder).sorted()

    init(_ path: String) throws {
        description = path
        root = try TOMLDocument(file: "\(Self.folder)/\(path)").root
        try root.allowOnly([
            "maneuver", "stage", "subject", "meters", "street", "signs", "exit", "lanes", "tunnel", "ferry", "change",
            "isEndOfRoad", "next", "nextStreet", "isNextImmediate", "stretch", "units", "mode", "language", "says",
            "clips",
            "outputType", "speed", "sameSideStreet", "simpleName", "signRefs", "currentStreet", "exitNumber", "angle",
            "side", "border", "toll", "isDecision", "isStaying", "passage", "level", "roundaboutName", "course",
            "nextSigns", "stopName", "isOnFerry", "between", "isNextStaying", "nextExit", "nextRoundaboutName",
        ])
    }

    var says: String { get throws { try root.requiredText("says") } }
    var clips: [String]? { get throws { try root.list("clips") } }

    func announcement() throws -> Announcement? {
        let settings = AnnouncementSettings(
            outputType: try root.integer("outputType") == 1 ? .samples : .textToSpeech,
            units: try root.text("units").flatMap(UnitSystem.init) ?? .metric)
        let strings: any StringRetriever =
            try root.text("language").map { $0 == "vocabulary" ? SpokenEnglish.table : try ShippedLanguages.table($0) }
            ?? SpokenEnglish.table(with: SpokenEnglish.extras)
        var generator = AnnouncementGenerator(settings: settings, strings: strings)
        generator.navigationStarted(
            .make(try value("mode", TravelMode.allCases) ?? .car, stopName: try root.text("stopName") ?? ""))
        return try generator.announcement(for: info())
    }

    private func info() throws -> NavigationInfo {
        let next = try value("next", Maneuver.allCases)
        var cue = Cue.make(
            try value("stage", CueStage.allCases) ?? .prepare, try value("subject", CueSubject.allCases) ?? .maneuver,
            meters: try root.number("meters") ?? 300, includesNext: next != nil,
            isNextImmediate: try root.bool("isNextImmediate") ?? false)
        // Without a prediction of guidance, the speed alone tells how much time is left.
        if cue.stage == .now, try root.number("speed") != nil { cue.validForSeconds = 0 }
        var step = Step.make(
            try value("maneuver", Maneuver.allCases) ?? .turnLeft, onto: try root.text("street") ?? "",
            towards: try root.list("signs") ?? [], exit: try root.integer("exit"),
            exitNumber: try root.text("exitNumber"), angle: try root.number("angle"),
            side: try value("side", DrivingSide.allCases) ?? .right,
            tunnel: try value("tunnel", TunnelMode.allCases) ?? .none,
            ferry: try value("ferry", FerryMode.allCases) ?? .none,
            border: try root.text("border"), change: try value("change", RoadClassChange.allCases) ?? .none,
            isEndOfRoad: try root.bool("isEndOfRoad") ?? false, isDecision: try root.bool("isDecision") ?? false,
            isStaying: try root.bool("isStaying") ?? false,
            passage: try value("passage", Passage.allCases) ?? .none, level: try root.text("level"),
            toll: try root.bool("toll") ?? false, roundaboutName: try root.text("roundaboutName") ?? "")
        step.distanceFromPreviousMeters = try root.number("stretch") ?? 0
        step.sameSideStreetMeters = try root.number("sameSideStreet")
        step.simpleRoadName = try root.text("simpleName") ?? step.simpleRoadName
        if let refs = try root.list("signRefs") {
            step.signpost = Signpost(destinations: step.signpost?.destinations ?? [], refs: refs)
        }
        step.lanes = .make(try root.text("lanes") ?? "")
        let between = try value("between", Maneuver.allCases).map {
            Step.make($0, number: 4, exit: step.roundabout?.exitCount)
        }
        let following = try next.map {
            Step.make(
                $0, number: 5, onto: try root.text("nextStreet") ?? "", towards: try root.list("nextSigns") ?? [],
                exit: try root.integer("nextExit"), isStaying: try root.bool("isNextStaying") ?? false,
                roundaboutName: try root.text("nextRoundaboutName") ?? "")
        }
        var info = NavigationInfo.make(cue, step: step, then: following)
        if let between { info.remainingSteps.insert(between, at: 0) }
        info.fix.courseDegrees = try root.number("course")
        info.isOnFerry = try root.bool("isOnFerry") ?? false
        info.fix.speedMetersPerSecond = try root.number("speed")
        info.currentStreetName = try root.text("currentStreet") ?? ""
        return info
    }

    /// Returns the case of an enumeration whose name is the value of a key.
    private func value<Value>(_ key: String, _ cases: [Value]) throws -> Value? {
        guard let name = try root.text(key) else { return nil }
        guard let value = cases.first(where: { "\($0)" == name }) else { throw root.error(key, "there is no \(name)") }
        return value
    }

    private static func paths(below folder: String, _ prefix: String = "") -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var paths: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") { continue }
            if name.hasSuffix(".toml") {
                paths.append(prefix + name)
            } else {
                paths += Self.paths(below: "\(folder)/\(name)", "\(prefix)\(name)/")
            }
        }
        return paths
    }
}

extension [Lane] {
    /// Creates lanes from left to right: `o` leads to the maneuver, `x` does not.
    static func make(_ lanes: String) -> [Lane] {
        lanes.map { Lane(directions: [LaneDirection(shape: .straight, isRecommended: $0 == "o")]) }
    }
}

extension Route {
    /// Creates a route with a travel mode and the name of the stop at which step 3 ends.
    static func make(_ mode: TravelMode, stopName: String = "") -> Route {
        Route(
            id: "a", provider: "test", travelMode: mode, geometry: [],
            legs: [Leg(steps: [.make(.destination)], distanceMeters: 0, durationSeconds: 0)],
            stopovers: [
                Stopover(
                    position: Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7), geometryIndex: 0,
                    name: stopName)
            ], distanceMeters: 0, durationSeconds: 0)
    }
}
