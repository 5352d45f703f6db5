import NavigationEvents
import Testing

@testable import Routes

@Suite("Lanes")
struct LaneTests {
    /// Two lanes left, one straight ahead, one straight ahead or right; the route turns left.
    static let fourLanes = [
        Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)]),
        Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)]),
        Lane(directions: [LaneDirection(shape: .straight)]),
        Lane(directions: [LaneDirection(shape: .straight), LaneDirection(shape: .normalRight)]),
    ]

    static let osrmLanes = """
        "lanes": [{"indications": ["left"], "valid": true}, {"indications": ["left"], "valid": true},
                  {"indications": ["straight"], "valid": false}, {"indications": ["straight", "right"], "valid": false}]
        """
    static let mapboxLanes = """
        "lanes": [{"indications": ["left"], "valid": true, "active": true, "valid_indication": "left"},
                  {"indications": ["left"], "valid": true, "active": true, "valid_indication": "left"},
                  {"indications": ["straight"], "valid": false, "active": false},
                  {"indications": ["straight", "right"], "valid": false, "active": false}]
        """
    static let valhallaLanes = """
        "lanes": [{"directions": 8, "active": 8}, {"directions": 8, "active": 8}, {"directions": 2}, {"directions": 66}]
        """

    static let documents: [(provider: String, bytes: [UInt8])] = [
        ("osrm", Documents.osrm([.init(type: "turn", modifier: "left", intersection: osrmLanes)])),
        ("mapbox", Documents.mapbox([.init(type: "turn", modifier: "left", intersection: mapboxLanes)])),
        ("valhalla", Documents.valhalla([#""type": 15, \#(valhallaLanes)"#])),
        (
            "valhalla",
            Documents.osrm(
                [.init(type: "turn", modifier: "left", intersection: mapboxLanes)],
                legFields: #""admins": [{"iso_3166_1": "DE"}],"#)
        ),
    ]

    @Test(arguments: documents.indices) func `every provider with lanes gives the same four lanes`(number: Int) throws {
        let (provider, bytes) = Self.documents[number]
        let route = try RouteDocument.read(bytes)[0]
        #expect(route.provider == provider)
        #expect(route.legs[0].steps.map(\.lanes) == [[], Self.fourLanes, []])
    }

    @Test func `only the followed direction of a lane is recommended`() throws {
        let lanes = #""lanes": [{"indications": ["straight", "right"], "valid": true}]"#
        for (modifier, recommended) in [("right", LaneShape.normalRight), ("straight", .straight)] {
            let route = try RouteDocument.read(
                Documents.osrm([.init(type: "turn", modifier: modifier, intersection: lanes)]))[0]
            let directions = try #require(route.legs[0].steps[1].lanes.first).directions
            #expect(directions.filter(\.isRecommended).map(\.shape) == [recommended])
        }
    }

    @Test func `lanes of a passed junction belong to no maneuver`() throws {
        let passed = #""out": 0}, {"location": [8, 50.0015], \#(Self.osrmLanes)"#
        let steps = [
            Documents.OSRMStep(type: "turn", modifier: "left", intersection: passed),
            .init(type: "turn", modifier: "left"),
        ]
        let route = try RouteDocument.read(Documents.osrm(steps))[0]
        #expect(route.legs[0].steps.allSatisfy { $0.lanes.isEmpty })
    }

    @Test
    func `lanes of a banner instruction are not those of its step`()
        throws
    {
        let banner = """
            "bannerInstructions": [{"primary": {"type": "turn", "text": "Mill Lane"},
              "sub": {"components": [{"type": "lane", "text": "", "directions": ["left"], "active": true}]}}]
            """
        let route = try RouteDocument.read(Documents.mapbox([.init(type: "turn", modifier: "left", more: banner)]))[0]
        #expect(route.legs[0].steps.allSatisfy { $0.lanes.isEmpty })
    }
}
