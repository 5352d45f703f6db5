import NavigationEvents
import Testing

@testable import Announcements

/// The words for the steps of a route, without an announcement of them.
@Suite struct RouteWordsTests {
    private static let folder = LanguageFolder(path: ShippedLanguages.folder)

    private static func route(_ maneuvers: [Maneuver]) -> Route {
        let steps = maneuvers.enumerated().map { index, maneuver in
            Step(
                number: index, maneuver: maneuver, geometryIndex: index, fullRoadName: "Main Street",
                simpleRoadName: "Main Street", distanceFromPreviousMeters: index == 0 ? 0 : 300)
        }
        let line = (0..<max(maneuvers.count, 2)).map {
            Coordinate(latitudeDegrees: 49, longitudeDegrees: 8 + Double($0) * 0.004)
        }
        return Route(
            id: "r", provider: "test", geometry: line,
            legs: [Leg(steps: steps, distanceMeters: 300, durationSeconds: 30)],
            stopovers: [Stopover(position: line[line.count - 1], geometryIndex: line.count - 1)],
            distanceMeters: 300, durationSeconds: 30)
    }

    @Test func `every maneuver has words in every language and form`() throws {
        let route = Self.route(Maneuver.allCases)
        for tag in try Self.folder.tags() {
            let words = RouteWords(of: route, try Self.folder.table(for: tag), units: .metric)
            for maneuver in Maneuver.allCases {
                for style in DescriptionStyle.allCases {
                    for stage in [CueStage.unknown, .far, .prepare, .now] where maneuver != .unknown {
                        let number = Int(maneuver.rawValue)
                        let query = DescriptionQuery(.step(number), style: style, stage: stage)
                        let described = try #require(try words.description(of: query, in: []), "\(tag) \(maneuver)")
                        #expect(!described.text.isEmpty, "\(tag) \(maneuver) \(style) \(stage)")
                        #expect(described.stepNumber == number)
                        #expect(described.language == tag)
                    }
                }
            }
        }
    }

    @Test func `the forms of a turn in English and German`() throws {
        let route = Self.route([.depart, .turnLeft, .destination])
        func text(_ tag: String, _ style: DescriptionStyle, _ stage: CueStage = .prepare, _ units: UnitSystem = .metric)
            throws
            -> String
        {
            let words = RouteWords(of: route, try Self.folder.table(for: tag), units: units)
            let query = DescriptionQuery(.step(1), style: style, stage: stage)
            return try #require(try words.description(of: query, in: [])).text
        }
        #expect(try text("en-US", .maneuver) == "turn left")
        #expect(try text("en-US", .instruction) == "turn left onto Main Street")
        #expect(try text("en-US", .sentence) == "in 300 meters turn left onto Main Street")
        #expect(try text("de", .maneuver) == "links abbiegen")
        #expect(try text("en-US", .sentence, .prepare, .us).contains("1000 feet"))
    }

    @Test func `a step ahead has the distance along the route, and a passed one none`() throws {
        let route = Self.route([.depart] + Array(repeating: .turnLeft, count: 9) + [.destination])
        let words = RouteWords(of: route, try Self.folder.table(for: "en-US"), units: .metric)
        let steps = route.legs[0].steps
        let info = NavigationInfo(
            state: .enroute, routeID: "r",
            fix: Fix(
                time: Timestamp(nanosecondsSinceEpoch: 0),
                position: Coordinate(latitudeDegrees: 49, longitudeDegrees: 8)),
            currentStep: steps[3], remainingSteps: Array(steps[4..<9]),
            toManeuver: Remaining(distanceMeters: 100, durationSeconds: 9))
        func distance(_ number: Int) throws -> String? {
            try words.description(of: DescriptionQuery(.step(number)), in: [info])?.distanceText
        }
        #expect(try distance(3) == "100 meters")
        #expect(try distance(4) == "400 meters")
        #expect(try distance(10) == "2 kilometers")
        #expect(try distance(2)?.isEmpty == true)
        #expect(try distance(11) == nil)
        #expect(words.count == 11 && words.hasStep(10) && !words.hasStep(11) && !words.hasStep(-1))
    }
}
