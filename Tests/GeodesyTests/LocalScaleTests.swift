import Geodesy
import NavigationEvents
import Platform
import TestSupport
import Testing

struct LocalScaleTests {
    // Lengths of a degree of WGS84, from its half axes and the exact integrals: latitude, north, east.
    @Test(
        arguments: [
            (0.0, 110_574.276, 111_319.491), (45, 111_131.778, 78_846.806), (60, 111_412.240, 55_799.979),
        ])
    func `a degree has the length that the ellipsoid gives it`(latitude: Double, north: Double, east: Double) {
        let scale = LocalScale(latitudeDegrees: latitude)
        #expect(abs(scale.metersPerDegreeNorth - north) < 0.1)
        #expect(abs(scale.metersPerDegreeEast - east) < 0.1)
    }

    @Test func `a displacement and its offset are inverse, across the antimeridian too`() {
        for start in [
            Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7),
            Coordinate(latitudeDegrees: -70, longitudeDegrees: 179.9999),
            Coordinate(latitudeDegrees: 0, longitudeDegrees: -180),
        ] {
            let scale = LocalScale(at: start)
            let end = scale.moved(start, eastMeters: 120, northMeters: -45)
            #expect(abs(end.longitudeDegrees) <= 180)
            let (east, north) = scale.offsetMeters(from: start, to: end)
            #expect(abs(east - 120) < 1e-6 && abs(north + 45) < 1e-6)
        }
    }

    @Test func `over the pole a position remains a valid coordinate`() {
        let pole = Coordinate(latitudeDegrees: 90, longitudeDegrees: 12)
        let moved = LocalScale(at: pole).moved(pole, eastMeters: 1000, northMeters: 1000)
        #expect(moved.latitudeDegrees <= 90 && moved.longitudeDegrees.isFinite)
    }

    @Test func `distances add up along a line`() {
        let line = (0...4).map { Coordinate(latitudeDegrees: 49 + Double($0) / 1000, longitudeDegrees: 8) }
        let distances = line.distancesAlongMeters
        #expect(distances.first == 0 && distances.count == 5)
        #expect(abs(distances[4] - line[0].distanceMeters(to: line[4])) < 0.001)
        #expect(line[0].bearingDegrees(to: line[1]) == 0)
        #expect(line[0].bearingDegrees(to: line[0]) == nil)
    }
}
