import NavigationEvents
import Testing

@testable import Routes

@Suite("Speed limits")
struct SpeedLimitTests {
    @Test func `unknown limits are omitted, unlimited stretches kept, and miles converted`() throws {
        let limits = """
            {"unknown": true}, {"none": true}, {"speed": 30, "unit": "mph"}, {"speed": 50, "unit": "km/h"}, {"speed": 50}
            """
        let turns = Array(repeating: Documents.OSRMStep(type: "turn", modifier: "left"), count: 4)
        let spans = try Self.spans(turns, #""maxspeed": [\#(limits)]"#)
        #expect(spans.map(\.span.fromIndex) == [1, 2, 3])
        #expect(spans.map(\.span.toIndex) == [2, 3, 5])
        let speeds: [Double?] = [nil, 30 * 0.44704, 50 / 3.6]
        #expect(spans.map(\.limit.metersPerSecond) == speeds)
        #expect(spans.allSatisfy { $0.limit.isExplicit })
    }

    @Test func `a doubled point in the line of a step does not shift the limits after it`() throws {
        let text = String(
            decoding: Documents.osrm(
                Array(repeating: .init(type: "turn", modifier: "left"), count: 2),
                legFields: #""annotation": {"maxspeed": [{"speed": 30}, {"speed": 50}, {"speed": 70}]},"#),
            as: UTF8.self)
        let doubled = text.replacing("[[8.0, 50.0],[8.0, 50.001]]", with: "[[8.0, 50.0],[8.0, 50.0],[8.0, 50.001]]")
        #expect(doubled != text)
        let route = try RouteDocument.read(Array(doubled.utf8))[0]
        let ends = route.speedLimits.map { route.geometry[$0.span.toIndex].latitudeDegrees }
        #expect(ends == [50.001, 50.002, 50.003])
        let speeds: [Double?] = [30, 50, 70].map { $0 * (1 / 3.6) }
        #expect(route.speedLimits.map(\.limit.metersPerSecond) == speeds)
    }

    @Test func `limits of a coarser line are assigned by their lengths, or omitted without lengths`() throws {
        let turns = Array(repeating: Documents.OSRMStep(type: "turn", modifier: "left"), count: 5)
        let limits = #""maxspeed": [{"speed": 30}, {"speed": 50}]"#
        let spans = try Self.spans(turns, #"\#(limits), "distance": [223, 445]"#)
        #expect(spans.map(\.span.toIndex) == [2, 6])
        #expect(try Self.spans(turns, limits).isEmpty)
    }

    @Test func `with one entry too few the last segment has no limit`() throws {
        let turns = [Documents.OSRMStep(type: "turn", modifier: "left")]
        let spans = try Self.spans(turns, #""maxspeed": [{"speed": 30}]"#)
        #expect(spans.map(\.span) == [GeometrySpan(fromIndex: 0, toIndex: 1)])
    }

    @Test func `GraphHopper distinguishes estimated limits and those of signs`() throws {
        let details = """
            "max_speed": [[0, 2, 50], [2, 3, null], [3, 4, 150]], "max_speed_estimated": [[0, 1, true], [1, 4, false]]
            """
        let turns = Array(repeating: #""sign": 2"#, count: 3)
        let spans = try RouteDocument.read(Documents.graphHopper(turns, details: details))[0].speedLimits
        #expect(spans.map(\.span.fromIndex) == [0, 1, 3])
        #expect(spans.map(\.limit.isExplicit) == [false, true, true])
        let speeds: [Double?] = [50 / 3.6, 50 / 3.6, nil]
        #expect(spans.map(\.limit.metersPerSecond) == speeds)
    }

    private static func spans(_ steps: [Documents.OSRMStep], _ annotation: String) throws -> [SpeedLimitSpan] {
        try RouteDocument.read(Documents.mapbox(steps, legFields: #""annotation": {\#(annotation)},"#))[0].speedLimits
    }
}
