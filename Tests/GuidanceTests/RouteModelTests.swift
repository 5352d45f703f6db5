import Geodesy
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Guidance

@Suite("Valid and invalid routes")
struct RouteModelTests {
    private let good = Road().straight(200).turn(.turnLeft, onto: "A").straight(200).route()

    private func fault(_ change: (inout Route) -> Void) -> RouteModelError? {
        var route = good
        change(&route)
        do {
            _ = try RouteModel(route)
            return nil
        } catch {
            return error
        }
    }

    @Test func `each fault is reported with its position and what to do`() {
        let nowhere = Coordinate(latitudeDegrees: .infinity, longitudeDegrees: 8)
        let faults = [
            fault { $0.geometry = [] },
            fault { $0.geometry = [$0.geometry[0], $0.geometry[0]] },
            fault { $0.geometry[3] = nowhere },
            fault { $0.geometry[3] = Coordinate(latitudeDegrees: 91, longitudeDegrees: 8) },
            fault { $0.legs[0].steps = [] },
            fault { $0.legs[0].steps[1].geometryIndex = 99 },
            fault { $0.legs[0].steps[1].geometryIndex = -1 },
            fault { $0.legs[0].steps[2].geometryIndex = 1 },
            fault { $0.stopovers = [] },
            fault { $0.legs = [] },
            fault { $0.stopovers[0].geometryIndex = 9 },
        ]
        #expect(
            faults.compactMap(\.self) == [
                .noLine(vertices: 0), .noLine(vertices: 2), .badCoordinate(index: 3, coordinate: nowhere),
                .badCoordinate(index: 3, coordinate: Coordinate(latitudeDegrees: 91, longitudeDegrees: 8)),
                .legWithoutSteps(leg: 0), .stepOutsideLine(step: 1, geometryIndex: 99, vertices: 9),
                .stepOutsideLine(step: 1, geometryIndex: -1, vertices: 9),
                .stepBackwards(step: 2, geometryIndex: 1, previousIndex: 4),
                .stopoversDoNotFitLegs(stopovers: 0, legs: 1), .stopoversDoNotFitLegs(stopovers: 1, legs: 0),
                .stopoverOutsideLine(stopover: 0, geometryIndex: 9, vertices: 9),
            ])
        #expect(
            fault { $0.legs[0].steps[1].geometryIndex = 99 }?.description
                == "follow the route: step 1 lies at vertex 99 of a line of 9 vertices; ask the router for another one")
    }

    @Test func `a vertex takes at most 64 bytes`() {
        #expect(MemoryLayout<RouteVertex>.stride <= 64)
    }

    @Test(arguments: [0, 45, 60, 80]) func `lengths on the ellipsoid are accurate to millimetres in ten kilometres`(
        latitude: Int
    ) {
        // Metres per degree of latitude and longitude from the meridional and normal radii of WGS84.
        let expected = [
            0: (110_574.276, 111_319.491), 45: (111_131.778, 78_846.806), 60: (111_412.240, 55_799.979),
            80: (111_659.929, 19_393.485),
        ]
        let scale = LocalScale(latitudeDegrees: Double(latitude))
        guard let (north, east) = expected[latitude] else { return }
        #expect(abs(scale.metersPerDegreeNorth - north) < 0.12)
        #expect(abs(scale.metersPerDegreeEast - east) < 0.12)
    }

    @Test(arguments: UInt64(1)...10) func `a search in boxes finds the same point as a search in all segments`(
        seed: UInt64
    ) throws {
        let road = Roads.city(seed: seed, blocks: 40)
        let model = try RouteModel(road.route())
        var random = SplitMix64(seed: seed &+ 0x9e37_79b9_7f4a_7c15)
        for _ in 0..<100 {
            let spot = road.coordinate(east: random.between(-500, 2500), north: random.between(-1500, 1500))
            var observation = Observation(at: Drive.time(0))
            (observation.latitude, observation.longitude) = (spot.latitudeDegrees, spot.longitudeDegrees)
            let found = model.find(
                observation, RoutePointQuery(within: 0...model.destinationAlongMeters, radius: 300, minAgreement: -1))
            let nearest = (0...model.lastSegment).map { model.vertices[$0].nearest(to: observation).squaredMeters }
                .min()
            let expected = nearest.flatMap { $0 <= 90_000 ? $0.squareRoot() : nil }
            #expect(abs((found?.offset ?? -1) - (expected ?? -1)) < 1e-6, "seed \(seed)")
        }
    }

    @Test(arguments: [-720.0, -360, -0.0, 0, 90, 359.999, 360, 725]) func `angles are normalized to their range`(
        degrees: Double
    ) {
        let normal = Angle.normalized(degrees)
        #expect(normal >= 0 && normal < 360)
        let wrapped = Angle.wrapped180(degrees)
        #expect(wrapped >= -180 && wrapped <= 180)
        #expect(abs((degrees - wrapped).truncatingRemainder(dividingBy: 360)) < 1e-9)
    }
}
