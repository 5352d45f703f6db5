import NavigationEvents
import Testing

@testable import Routes

/// The fields of a step besides its maneuver, which identify it for the person who is guided.
@Suite("Details of steps")
struct StepDetailTests {
    typealias OSRMStep = Documents.OSRMStep

    private static func valhalla(_ maneuvers: [String]) throws -> [Step] {
        try RouteDocument.read(Documents.valhalla(maneuvers))[0].legs[0].steps
    }

    private static func osrm(_ steps: [OSRMStep], legFields: String = "") throws -> [Step] {
        try RouteDocument.read(Documents.osrm(steps, legFields: legFields))[0].legs[0].steps
    }

    private static func mapbox(_ steps: [OSRMStep]) throws -> [Step] {
        try RouteDocument.read(Documents.mapbox(steps))[0].legs[0].steps
    }

    private static func graphHopper(_ instructions: [String], details: String = "") throws -> [Step] {
        try RouteDocument.read(Documents.graphHopper(instructions, details: details))[0].legs[0].steps
    }

    // MARK: - Forks and Exits

    @Test func `a fork on a ramp is a fork, and keeps its sign`() throws {
        let sign = #""sign": {"exit_branch_elements": [{"text": "B 9"}], "exit_toward_elements": [{"text": "Docks"}]}"#
        let exit = #""type": 20, "sign": {"exit_number_elements": [{"text": "50A"}]}"#
        let steps = try Self.valhalla([exit, #""type": 24, \#(sign)"#, #""type": 23"#])
        #expect(steps.map(\.maneuver) == [.depart, .offRampRight, .forkLeft, .forkRight, .destination])
        #expect(steps.map(\.exitNumber) == [nil, "50A", nil, nil, nil])
        #expect(steps[2].signpost == Signpost(destinations: ["Docks"], refs: ["B 9"]))
    }

    @Test func `a fork does not repeat the number of the exit, but may have another`() throws {
        let exits = { (number: String) in #""exits": "\#(number)""# }
        let steps = try Self.osrm([
            OSRMStep(type: "off ramp", modifier: "slight right", more: exits("50")),
            OSRMStep(type: "fork", modifier: "slight right", more: exits("50")),
            OSRMStep(type: "fork", modifier: "slight left", more: exits("50A")),
        ])
        #expect(steps.map(\.exitNumber) == [nil, "50", nil, "50A", nil])
        #expect(steps[1...3].map(\.maneuver) == [.offRampSlightRight, .forkRight, .offRampKeepLeft])
    }

    @Test func `a fork with the number of an exit is an exit by keeping to a side`() throws {
        let exit = #""type": 23, "sign": {"exit_number_elements": [{"text": "37"}]}"#
        #expect(try Self.valhalla([exit])[1].maneuver == .offRampKeepRight)
        let numbered = OSRMStep(type: "fork", modifier: "slight left", more: #""exits": "37""#)
        #expect(try Self.mapbox([numbered])[1].maneuver == .offRampKeepLeft)
        let kept = #""sign": -7, "motorway_junction": "J37, Harbour""#
        let steps = try Self.graphHopper([kept])
        #expect(steps[1].maneuver == .offRampKeepLeft)
        #expect(steps[1].exitNumber == "J37")
    }

    @Test func `in Valhalla's OSRM format a turn that ends with a merge is a ramp`() throws {
        let steps = [
            OSRMStep(type: "turn", modifier: "left"), OSRMStep(type: "fork", modifier: "slight right"),
            OSRMStep(type: "merge", modifier: "slight left"),
        ]
        let admins = #""admins": [{"iso_3166_1": "DE"}],"#
        let maneuvers = try Self.osrm(steps, legFields: admins).map(\.maneuver)
        #expect(maneuvers == [.depart, .onRampLeft, .forkRight, .mergeLeft, .destination])
        #expect(try Self.osrm(steps)[1].maneuver == .turnLeft)
    }

    @Test(
        arguments: [
            ("Turn left to take the US 101 ramp.", true), ("Auf die Auffahrt nach links abbiegen.", true),
            ("Tournez à gauche pour prendre la bretelle.", true), ("Turn left.", false),
            ("Turn left onto Ramp Road.", false),
        ])
    func `in Valhalla's OSRM format the instruction names the ramp`(instruction: String, isRamp: Bool) throws {
        let step = OSRMStep(
            type: "turn", modifier: "left", more: #""name": "Ramp Road""#,
            maneuver: #""instruction": "\#(instruction)""#)
        let admins = #""admins": [{"iso_3166_1": "DE"}],"#
        #expect(try Self.osrm([step], legFields: admins)[1].maneuver == (isRamp ? .onRampLeft : .turnLeft))
        #expect(try Self.osrm([step])[1].maneuver == .turnLeft)
    }

    @Test func `in Valhalla's OSRM format a turn that leads onto a motorway is a ramp`() throws {
        let turn = OSRMStep(type: "turn", modifier: "right", intersection: #""classes": ["motorway"]"#)
        let admins = #""admins": [{"iso_3166_1": "DE"}],"#
        #expect(try Self.osrm([turn], legFields: admins)[1].maneuver == .onRampRight)
    }

    // MARK: - Staying on a Road

    @Test func `a turn onto the same road stays on it`() throws {
        let named = { (name: String, type: Int) in #""type": \#(type), "street_names": ["\#(name)", "B 4"]"# }
        let steps = try Self.valhalla([
            named("Mill Lane", 15), named("Mill Lane", 15), named("Harbour Road", 15), #""type": 15"#,
        ])
        #expect(steps.map(\.isStayingOnRoad) == [false, false, true, false, false, false])
        let text = { (name: String) in #""sign": -2, "street_name": "\#(name)", "street_ref": "B 4""# }
        #expect(
            try Self.graphHopper([text("Quay"), text("Quay"), text("Mill Lane")]).map(\.isStayingOnRoad) == [
                false, false, true, false, false,
            ])
    }

    @Test func `a road that is known by its number keeps it at a turn, but not in a new name`() throws {
        for (modifier, name) in [("left", "CG 1"), ("straight", "Mill Lane")] {
            let steps = try Self.osrm([
                OSRMStep(type: "turn", modifier: "left", more: #""name": "", "ref": "CG-1""#),
                OSRMStep(type: "new name", modifier: modifier, more: #""name": "Mill Lane", "ref": "CG 1; E 9""#),
            ])
            #expect(steps[2].isStayingOnRoad)
            #expect(steps[2].simpleRoadName == name)
        }
    }

    @Test func `only the names at the end of the road before count`() throws {
        let first = #""type": 15, "street_names": ["B 4"], "begin_street_names": ["Mill Lane", "B 4"]"#
        let steps = try Self.valhalla([first, #""type": 10, "street_names": ["Mill Lane"]"#])
        #expect(steps.map(\.isStayingOnRoad) == [false, false, false, false])
    }

    @Test func `a ramp and a sign to another road do not stay on the road`() throws {
        let motorway = #""name": "", "ref": "A 5""#
        let steps = try Self.osrm([
            OSRMStep(type: "new name", modifier: "straight", more: motorway),
            OSRMStep(type: "fork", modifier: "slight left", more: motorway + #", "destinations": "A 5: Docks""#),
            OSRMStep(type: "fork", modifier: "slight left", more: motorway + #", "destinations": "B 9: Docks""#),
            OSRMStep(type: "off ramp", modifier: "slight right", more: motorway),
            OSRMStep(type: "fork", modifier: "slight right", more: motorway),
        ])
        #expect(steps.map(\.isStayingOnRoad) == [false, false, true, false, false, false, false])
    }

    @Test func `a road that OSRM continues stays, although it got its name on the way`() throws {
        let name = #""name": "Mill Lane""#
        for (type, isStaying) in [("continue", true), ("turn", false)] {
            let steps = try Self.osrm([
                OSRMStep(type: "turn", modifier: "left"), OSRMStep(type: type, modifier: "right", more: name),
            ])
            #expect(steps.map(\.isStayingOnRoad) == [false, false, isStaying, false])
        }
    }

    @Test func `a fork on a ramp stays on it if the ramp has a name`() throws {
        for (name, isStaying) in [("Harbour Interchange", true), ("B 4", false)] {
            let ramp = #""type": 20, "street_names": ["\#(name)"]"#
            let fork = #""type": 24, "street_names": ["\#(name)"]"#
            #expect(try Self.valhalla([ramp, fork]).map(\.isStayingOnRoad) == [false, false, isStaying, false])
        }
    }

    @Test func `a roundabout stays on the road if its exit does`() throws {
        let steps = try Self.valhalla([
            #""type": 10, "street_names": ["A61", "Mill Lane"]"#,
            #""type": 26, "street_names": ["Market Circle"], "roundabout_exit_count": 2"#,
            #""type": 27, "street_names": ["A61"]"#,
        ])
        #expect(steps.map(\.isStayingOnRoad) == [false, false, true, true, false])
    }

    // MARK: - Decisions

    /// An intersection that is reached from the south; a road that may be entered leads in each of the other
    /// directions, and the route takes the last one.
    private static func intersection(_ bearings: [Int]) -> String {
        let entries = bearings.map { _ in "true" }.joined(separator: ", ")
        let all = ([180] + bearings).map(String.init).joined(separator: ", ")
        return #""bearings": [\#(all)], "entry": [false, \#(entries)], "in": 0, "out": \#(bearings.count)"#
    }

    @Test(
        arguments: [
            ("turn", [90, 0], true), ("turn", [0], false), ("continue", [0], false), ("continue", [270, 0], true),
            ("fork", [0], true),
            ("new name", [30, 0], true), ("new name", [90, 0], false), ("new name", [0], false),
        ])
    func `straight ahead is a decision where another road could be meant`(
        type: String, bearings: [Int], isDecision: Bool
    ) throws {
        let step = OSRMStep(type: type, modifier: "straight", intersection: Self.intersection(bearings))
        for steps in [try Self.osrm([step]), try Self.mapbox([step])] {
            #expect(steps.map(\.isDecision) == [false, isDecision, false])
        }
    }

    @Test func `a road that may not be entered is no choice`() throws {
        let closed = #""bearings": [180, 30, 0], "entry": [false, false, true], "in": 0, "out": 2"#
        for type in ["new name", "continue"] {
            let step = OSRMStep(type: type, modifier: "straight", intersection: closed)
            #expect(try !Self.osrm([step])[1].isDecision)
        }
    }

    @Test func `a new name in a bend is a turn if another road leads ahead`() throws {
        let step = { (bearings: [Int]) in
            OSRMStep(type: "new name", modifier: "slight left", intersection: Self.intersection(bearings))
        }
        #expect(try Self.osrm([step([10, 320])])[1].maneuver == .turnSlightLeft)
        #expect(try Self.osrm([step([90, 320])])[1].maneuver == .nameChange)
    }

    @Test(arguments: ["new name", "continue"])
    func `a bend in Valhalla's OSRM format is a turn, since Valhalla writes other bends as straight`(
        type: String
    ) throws {
        let bend = OSRMStep(type: type, modifier: "slight left", intersection: Self.intersection([320]))
        let admins = #""admins": [{"iso_3166_1": "DE"}],"#
        #expect(try Self.osrm([bend], legFields: admins)[1].maneuver == .turnSlightLeft)
        #expect(try Self.osrm([bend])[1].maneuver != .turnSlightLeft)
    }

    @Test(arguments: [("right", Maneuver.turnRight), ("straight", .nameChange)])
    func `a bicycle that has to be pushed turns where its road does`(modifier: String, maneuver: Maneuver) throws {
        #expect(try Self.osrm([OSRMStep(type: "notification", modifier: modifier)])[1].maneuver == maneuver)
    }

    @Test func `Valhalla and GraphHopper write some maneuvers only where they are a decision`() throws {
        let continued = { (name: String) in #""type": 8, "street_names": ["\#(name)"]"# }
        let steps = try Self.valhalla([
            #""type": 22"#, continued("Quay"), continued("Quay"), continued("Mill Lane"), #""type": 8"#, #""type": 7"#,
        ])
        #expect(steps.map(\.isDecision) == [false, true, false, true, false, false, false, false])
        #expect(
            try Self.graphHopper([#""sign": 0"#, #""sign": -7"#, #""sign": 2"#]).map(\.isDecision)
                == [false, true, true, false, false])
    }

    // MARK: - Passages

    @Test(
        arguments: [
            (39, Passage.lift), (40, .stairs), (41, .escalator), (42, .buildingEnter), (43, .buildingExit), (10, .none),
        ])
    func `stairs, lifts, escalators and doors are passages`(type: Int, passage: Passage) throws {
        #expect(try Self.valhalla([#""type": \#(type)"#])[1].passage == passage)
    }

    @Test func `a passage to a side is a turn`() throws {
        let stairs = #""type": 40, "bearing_before": 0, "bearing_after": 270"#
        #expect(try Self.valhalla([stairs])[1].maneuver == .turnLeft)
    }

    @Test(arguments: [("[[2, 3]]", "3"), ("[[1, 1], [2, -0.5]]", "-0.5"), (#"[[2, "Roof"]]"#, "Roof"), ("[]", nil)])
    func `a lift has the level at which it ends`(changes: String, level: String?) throws {
        let text = String(decoding: Documents.valhalla([#""type": 39"#, #""type": 10"#]), as: UTF8.self)
        let document = text.replacing(#""shape":"#, with: #""level_changes": \#(changes), "shape":"#)
        let steps = try RouteDocument.read(Array(document.utf8))[0].legs[0].steps
        #expect(steps.map(\.levelName) == [nil, level, nil, nil])
    }

    /// A step of Valhalla's OSRM format for walkers, with its instruction.
    private static func walk(
        _ instruction: String, name: String = "", type: String = "turn", modifier: String = "straight"
    ) throws -> Step {
        let step = OSRMStep(
            type: type, modifier: modifier, mode: "walking", more: #""name": "\#(name)""#,
            maneuver: #""instruction": "\#(instruction)""#)
        return try osrm([step], legFields: #""admins": [{"iso_3166_1": "DE"}],"#)[1]
    }

    @Test(
        arguments: [
            ("Take the stairs.", Passage.stairs, nil), ("Die Treppen nehmen.", .stairs, nil),
            ("Die Rolltreppe nehmen.", .escalator, nil), ("Prenez l'escalier.", .stairs, nil),
            ("Take the elevator to Level 2.", .lift, "2"), ("Den Aufzug zur Ebene -1 nehmen.", .lift, "-1"),
            ("Enter the building.", .buildingEnter, nil), ("Exit the building.", .buildingExit, nil),
            ("Salite le scale.", .stairs, nil), ("Neem de roltrap.", .escalator, nil),
            ("Neem de trap.", .stairs, nil), ("階段を使います。", .stairs, nil), ("Поднимитесь по лестнице.", .stairs, nil),
            ("Wejdź po schodach.", .stairs, nil), ("Tome las escaleras.", .stairs, nil), ("Geradeaus.", .none, nil),
        ] as [(String, Passage, String?)])
    func `in Valhalla's OSRM format the instruction names the passage`(
        instruction: String, passage: Passage, level: String?
    ) throws {
        let step = try Self.walk(instruction)
        #expect(step.passage == passage)
        #expect(step.levelName == level)
        #expect(try Self.walk(instruction, modifier: "left").passage == .none)
        let isDoor = passage == .buildingEnter || passage == .buildingExit
        #expect(try Self.walk(instruction, type: "new name").passage == (isDoor ? .none : passage))
        #expect(try Self.walk(instruction, type: "notification").passage == (isDoor ? .none : passage))
        #expect(try Self.walk(instruction, type: "end of road").passage == passage)
    }

    @Test func `the name of a road is no passage`() throws {
        #expect(try Self.walk("Continue on Castle Steps.", name: "Castle Steps").passage == .none)
    }

    @Test(arguments: [(0, Maneuver.straight), (270, .turnLeft), (90, .turnRight)])
    func `the end of a crossing is a turn to its side`(bearing: Int, maneuver: Maneuver) throws {
        let bearings = #""bearing_before": 0, "bearing_after": \#(bearing)"#
        #expect(try Self.valhalla([#""type": 28"#, #""type": 29, \#(bearings)"#])[2].maneuver == maneuver)
        let steps = try Self.osrm([
            OSRMStep(type: "notification", modifier: "straight", mode: "ferry"),
            OSRMStep(type: "notification", modifier: "left", maneuver: bearings),
        ])
        #expect(steps[2].maneuver == maneuver)
        #expect(steps[2].ferry == .exit)
    }

    @Test func `GraphHopper's road class shows stairs`() throws {
        let details = #""road_class": [[0, 1, "footway"], [1, 3, "steps"], [3, 4, "footway"]]"#
        let steps = try Self.graphHopper([#""sign": 0"#, #""sign": 1"#, #""sign": 0"#], details: details)
        #expect(steps.map(\.passage) == [.none, .stairs, .none, .none, .none])
    }

    // MARK: - Roundabouts

    @Test func `a roundabout has its own name`() throws {
        let circle = #""type": 26, "street_names": ["Market Circle"], "roundabout_exit_count": 2"#
        let leave = { (name: String) in #""type": 27, "street_names": ["\#(name)"]"# }
        let named = try Self.valhalla([circle, leave("Quay")])
        #expect(named[1].roundabout?.name == "Market Circle")
        #expect(named[1].simpleRoadName == "Quay")
        #expect(try Self.valhalla([circle, leave("Market Circle")])[1].roundabout?.name.isEmpty == true)
        let rotary = OSRMStep(
            type: "rotary", modifier: "right", more: #""name": "Quay", "rotary_name": "Market Circle""#,
            maneuver: #""exit": 2"#)
        let left = OSRMStep(type: "exit rotary", modifier: "right", more: #""name": "Quay""#)
        for steps in [try Self.osrm([rotary, left]), try Self.mapbox([rotary, left])] {
            #expect(steps[1].roundabout?.name == "Market Circle")
            #expect(steps[2].roundabout?.name == "Market Circle")
        }
    }

    @Test func `an exit from a roundabout that was not entered has no number`() throws {
        let left = OSRMStep(type: "exit roundabout", modifier: "right", maneuver: #""exit": 3"#)
        let step = try Self.osrm([left])[1]
        #expect(step.maneuver == .roundaboutExitCounterclockwise)
        #expect(step.roundabout != nil && step.roundabout?.exitCount == nil)
    }

    // MARK: - Tolls

    @Test func `a toll begins once`() throws {
        let toll = #""classes": ["toll"]"#
        let steps = try Self.osrm([
            OSRMStep(type: "turn", modifier: "left"), OSRMStep(type: "turn", modifier: "left", intersection: toll),
            OSRMStep(type: "turn", modifier: "left", intersection: toll),
            OSRMStep(type: "turn", modifier: "left"),
            // A booth soon after the end belongs to the same toll.
            OSRMStep(type: "turn", modifier: "left", intersection: #""toll_collection": {"type": "toll_booth"}"#),
        ])
        #expect(steps.map(\.beginsToll) == [false, false, true, false, false, false, false])
        let paid = #""type": 10, "toll": true"#
        #expect(
            try Self.valhalla([#""type": 10"#, paid, paid, #""type": 10"#]).map(\.beginsToll)
                == [false, false, true, false, false, false])
        let details = #""toll": [[0, 1, "no"], [1, 2, "hgv"], [2, 3, "all"], [3, 4, "missing"]]"#
        #expect(
            try Self.graphHopper([#""sign": 2"#, #""sign": 2"#, #""sign": 2"#], details: details).map(\.beginsToll)
                == [false, false, true, false, false])
    }

    @Test func `a booth without a toll road begins a toll`() throws {
        let booth = OSRMStep(
            type: "turn", modifier: "left", intersection: #""toll_collection": {"type": "toll_booth"}"#)
        #expect(try Self.mapbox([booth]).map(\.beginsToll) == [false, true, false])
    }

    @Test func `a toll that begins with the route begins at the departure, or at the first booth`() throws {
        let text = String(decoding: Documents.valhalla([#""type": 10"#]), as: UTF8.self)
        let first = Array(text.replacing(#"{"type": 1,"#, with: #"{"type": 1, "toll": true,"#).utf8)
        #expect(try RouteDocument.read(first)[0].legs[0].steps.map(\.beginsToll) == [true, false, false])
        let booth = OSRMStep(
            type: "turn", modifier: "left",
            intersection: #""classes": ["toll"], "toll_collection": {"type": "toll_booth"}"#)
        let tolled = String(decoding: Documents.osrm([booth]), as: UTF8.self)
            .replacing(#""intersections": [{"#, with: #""intersections": [{"classes": ["toll"], "#, maxReplacements: 1)
        #expect(try RouteDocument.read(Array(tolled.utf8))[0].legs[0].steps.map(\.beginsToll) == [false, true, false])
    }

    // MARK: - Names

    @Test func `the numbers of a sign without places are numbers`() throws {
        let step = OSRMStep(type: "on ramp", modifier: "straight", more: #""destinations": "E 18, Docks""#)
        #expect(try Self.osrm([step])[1].signpost == Signpost(destinations: ["Docks"], refs: ["E 18"]))
    }

    @Test func `Mapbox writes the pronunciation of the name`() throws {
        let more = #""name": "Quay", "ref": "B 4", "pronunciation": "kiː""#
        #expect(try Self.mapbox([OSRMStep(type: "turn", modifier: "left", more: more)])[1].pronunciation == "kiː")
        let motorway = OSRMStep(
            type: "turn", modifier: "left", more: more, intersection: #""classes": ["motorway"]"#)
        #expect(try Self.mapbox([motorway])[1].pronunciation == nil, "the first name is the number")
    }

    @Test func `a ferry has its name and the angle of the turn onto it`() throws {
        let bearings = #""bearing_before": 0, "bearing_after": 270"#
        let valhalla = try Self.valhalla([#""type": 28, "street_names": ["River Ferry"], \#(bearings)"#])[1]
        let boarding = OSRMStep(
            type: "turn", modifier: "left", mode: "ferry", more: #""name": "River Ferry""#, maneuver: bearings)
        for step in [valhalla, try Self.osrm([boarding])[1], try Self.mapbox([boarding])[1]] {
            #expect(step.maneuver == .ferryBoat)
            #expect(step.simpleRoadName == "River Ferry")
            #expect(step.turnAngleDegrees == -90)
        }
    }

    @Test func `a stop without a name has its street`() throws {
        let text = String(decoding: Documents.valhalla([]), as: UTF8.self)
        let document = text.replacing(#""lon": 8}]"#, with: #""lon": 8, "name": " ", "street": "Quay"}]"#)
        #expect(try RouteDocument.read(Array(document.utf8))[0].stopovers.map(\.name) == ["Quay"])
    }
}
