import Announcements
import NavigationEvents

/// A small table for tests. Each phrase resembles its id, so that a test shows the chosen one.
enum SpokenEnglish {
    static let grammars = [
        "distMan1": "in |DISTANCE |TUNNEL |MANOEUVRE1 |MANOEUVREADDON |STREETNAME |SIGNPOST",
        "distMan1ThenMan2":
            "in |DISTANCE |TUNNEL |MANOEUVRE1 |MANOEUVREADDON |STREETNAME |SIGNPOST |, then |IMMEDIATELY |MANOEUVRE2 "
            + "|MANOEUVREADDON",
        "nowMan1": "now |TUNNEL |MANOEUVRE1 |MANOEUVREADDON |STREETNAME",
        "nowMan1ThenMan2":
            "now |TUNNEL |MANOEUVRE1 |MANOEUVREADDON |STREETNAME |, then |IMMEDIATELY |MANOEUVRE2 |MANOEUVREADDON",
        "endOfStreetMan": "at the end of the road |TUNNEL |MANOEUVRE1 |MANOEUVREADDON |STREETNAME |SIGNPOST",
    ]

    static let phrases = [
        "border": "cross the border", "continue": "continue", "ferryEnter": "onto the ferry",
        "ferryExit": "off the ferry", "followRoad": "follow the road", "holdHalfLeft": "keep left",
        "holdHalfRight": "keep right", "holdStraight": "go straight on", "motorroadEnter": "join the expressway",
        "motorroadExit": "leave the expressway", "motorwayEnter": "join the motorway",
        "motorwayExit": "leave the motorway", "motorwayTurnHalfLeft": "keep left, then join the motorway",
        "motorwayTurnHalfRight": "keep right, then join the motorway",
        "motorwayTurnLeft": "turn left, then join the motorway",
        "motorwayTurnRight": "turn right, then join the motorway", "now": "now", "startAreaExit": "set off",
        "stopover": "you are at your stopover", "straightLeft": "turn sharp left",
        "straightRight": "turn sharp right", "streetDirection": "towards", "streetDirectionSep": "onto",
        "targetAreaEnter": "you have arrived", "targetAreaEnterRouteList": "destination",
        "targetReached": "you will arrive", "tunnelAfter": "after the tunnel", "tunnelIn": "in the tunnel",
        "turnAround": "turn round", "turnLeft": "turn left", "turnRight": "turn right",
        "uTurn": "turn round if possible",
    ]

    static let units = [
        "unitMeters": "meters", "unitKilometers": "kilometers", "unitKilometers_1": "kilometer", "unitFeet": "feet",
        "unitYards": "yards", "unitMiles": "miles", "unitMiles_1": "mile",
    ]

    /// The extras and lane phrases; the text of each is its id, with the name or the number that it contains.
    static let extras = Dictionary(
        StringKey.extras.map { id in
            (id, id == "immediately" ? "at once" : id.hasSuffix("More") ? "\(id) %n" : id)
        }
            + StringKey.landmarks.map { ($0, $0) } + StringKey.named.map { ($0, "\($0) %n") }
            + StringKey.parts.map { ($0, $0.replacing("compass_", with: "")) }
            + [
                ("roundaboutNamed", "at %n"), ("roundaboutStraight", "%r, straight"), ("streetOn", "on"),
                ("stayOn", "to stay %n"), ("levelTo", "to level %n"), ("head", "head %n"),
                ("arrivedAt", "you are at %n"), ("followRoadOn", "continue |STREETNAME |for |DISTANCE"),
                ("landmarkMan1", "|LANDMARK |TUNNEL |MANOEUVRE1 |MANOEUVREADDON |STREETNAME |SIGNPOST"),
                (
                    "landmarkMan1ThenMan2",
                    "|LANDMARK |TUNNEL |MANOEUVRE1 |MANOEUVREADDON |STREETNAME |, then |IMMEDIATELY |MANOEUVRE2"
                ),
                ("startMan1", "|MANOEUVRE1 |STREETNAME |, then |MANOEUVRE2 |MANOEUVREADDON |STREETNAME"),
            ].map { ($0.0, $0.1) }, uniquingKeysWith: { $1 })

    static let exits = Dictionary(uniqueKeysWithValues: (1...12).map { ("roundaboutExit\($0)", "take exit \($0)") })

    /// The 49 ids of the vocabulary.
    static let ids = (Array(grammars.keys) + phrases.keys + exits.keys).map { "guidance_" + $0 }.sorted()

    static let table = table()

    /// Returns the table without some ids and with others added or replaced, all without the prefix.
    static func table(without missing: Set<String> = [], with extra: [String: String] = [:]) -> StringTable {
        let all = [grammars, phrases, units, exits, extra].reduce(into: [String: String]()) { result, part in
            result.merge(part) { $1 }
        }
        return StringTable(
            texts: Dictionary(
                uniqueKeysWithValues: all.filter { !missing.contains($0.key) }.map { ("guidance_" + $0.key, $0.value) })
        )
    }
}

/// A source of texts that records the requested ids.
final class AskedStrings: StringRetriever, @unchecked Sendable {
    private let table: StringTable
    private(set) var asked: Set<String> = []

    init(_ table: StringTable) { self.table = table }

    func text(for id: String) -> String? {
        asked.insert(id)
        return table.text(for: id)
    }
}

/// Events of all kinds: every maneuver, stage and subject, with and without names, tunnels, ferries and second
/// maneuvers.
enum ManyMoments {
    static let all: [NavigationInfo] = everyManeuver + roundabouts + specials + details + starts + landmarks

    private static let everyManeuver = Maneuver.allCases.flatMap { maneuver in
        changes(of: maneuver).flatMap { change in
            [CueStage.far, .prepare, .now].map { stage in
                NavigationInfo.make(.make(stage), step: .make(maneuver, onto: "Mill Road", change: change))
            }
        }
    }

    /// The kind of road changes at ramps, merges and straight ahead.
    private static func changes(of maneuver: Maneuver) -> [RoadClassChange] {
        let isRampOrMerge = (16...42).contains(maneuver.rawValue)
        return isRampOrMerge || [.straight, .turnLeft, .turnRight].contains(maneuver)
            ? RoadClassChange.allCases : [.none]
    }

    /// Lanes of all kinds.
    static let lanes: [NavigationInfo] = (1...6).flatMap { count in
        (0..<(1 << count)).map { bits in
            var step = Step.make(.turnLeft)
            step.lanes = .make(String((0..<count).map { bits >> $0 & 1 == 1 ? "o" : "x" }))
            return NavigationInfo.make(.make(.prepare), step: step)
        }
    }

    private static let roundabouts = (1...14).flatMap { exit in
        [CueStage.prepare, .now].map { stage in
            let step = Step.make(.roundaboutCounterclockwise, onto: "A7", towards: ["Fulda"], exit: exit)
            return NavigationInfo.make(.make(stage), step: step)
        }
    }

    /// The details that identify a maneuver: numbers of exits, forks, ramps, passages, ferries, tolls, roads that are kept.
    private static let details = [CueStage.prepare, .now].flatMap { stage in
        detailedSteps.flatMap { step in
            [
                NavigationInfo.make(.make(stage), step: step),
                .make(.make(stage, includesNext: true), step: .make(.turnRight), then: step.numbered(4)),
            ]
        }
    }

    static let detailedSteps: [Step] = {
        let sides: [Maneuver] = [
            .offRampLeft, .offRampRight, .offRampUnspecified, .offRampKeepLeft, .offRampKeepRight, .onRampLeft,
            .onRampRight, .onRampUnspecified, .forkLeft, .forkRight, .turnSlightRight, .mergeLeft,
        ]
        let exits = sides.flatMap { maneuver in
            [DrivingSide.left, .right].map {
                Step.make(maneuver, onto: "A 5", towards: ["Ulm"], exitNumber: "37a / 37b", side: $0)
            }
        }
        let forks = [Maneuver.forkLeft, .forkRight, .turnKeepLeft, .straight, .nameChange].flatMap {
            [Step.make($0, isDecision: true), .make($0, onto: "Mill Road", isDecision: true, isStaying: true)]
        }
        let passages = Passage.allCases.map { Step.make(.unknown, passage: $0, level: "2") }
        let ferries = [Maneuver.ferryBoat, .ferryTrain, .turnLeft, .turnRight, .straight].flatMap { maneuver in
            [-90.0, 90, 0].map { Step.make(maneuver, onto: "Kiel–Oslo", angle: $0, ferry: .enter) }
        }
        let tolls = [Maneuver.straight, .turnLeft].flatMap {
            [Step.make($0, toll: true), .make($0, border: "CH", toll: true)]
        }
        let roundabouts = [nil, 3, 14].map {
            Step.make(.roundaboutStraightClockwise, onto: "Mill Road", exit: $0, roundaboutName: "Rotonde Europa")
        }
        return exits + forks + passages + ferries + tolls + roundabouts
    }()

    /// The start, in each direction, and a road with a name that is followed.
    private static let starts: [NavigationInfo] =
        (0..<8).flatMap { point in
            [Step.make(.turnRight, onto: "Mill Road"), .make(.destinationLeft)].map { step in
                var info = NavigationInfo.make(.make(.follow, .start), step: step)
                info.fix.courseDegrees = Double(point) * 45
                info.currentStreetName = "Bridge Street"
                return info
            }
        }
        + [CueStage.follow].map { stage in
            var info = NavigationInfo.make(.make(stage, .followRoad, meters: 70_000))
            info.currentStreetName = "B 37 / Bridge Street"
            return info
        }

    private static let specials: [NavigationInfo] = [CueStage.follow, .prepare, .now].flatMap { stage in
        CueSubject.allCases.flatMap { subject in
            [Maneuver.destination, .destinationLeft, .destinationRight, .turnRight, .straight, .ferryBoat].flatMap {
                maneuver in
                variants(stage, subject, maneuver)
            }
        }
    }

    private static func variants(_ stage: CueStage, _ subject: CueSubject, _ maneuver: Maneuver) -> [NavigationInfo] {
        let next = Step.make(maneuver, number: 4, onto: "Bridge Street", ferry: .exit)
        return [
            .make(
                .make(stage, subject, meters: 1900, includesNext: true, isNextImmediate: true),
                step: .make(maneuver, onto: "Mill Road", towards: ["Kiel", "Rendsburg", "Husum"], ferry: .enter),
                then: next),
            .make(.make(stage, subject, includesNext: true), step: .make(.turnRight, tunnel: .inside), then: next),
            .make(.make(stage, subject, meters: 7), step: .make(maneuver, tunnel: .immediatelyAfter)),
            .make(.make(stage, subject, meters: 40_000), step: .make(maneuver, border: "CH", isEndOfRoad: true)),
        ]
    }
}
