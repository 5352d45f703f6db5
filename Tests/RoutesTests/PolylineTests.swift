import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Routes

@Suite("Encoded polylines")
struct PolylineTests {
    @Test(arguments: [Polyline.Precision.five, .six]) func `a line survives encoding`(precision: Polyline.Precision)
        throws
    {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let line = (0..<20).map { _ in
                Coordinate(
                    latitudeDegrees: Double.random(in: -90...90, using: &generator),
                    longitudeDegrees: Double.random(in: -180...180, using: &generator))
            }
            let read = try Polyline(Documents.encoded(line, decimals: precision.rawValue), path: "it")
                .points(precision)
            for (written, point) in zip(line, read) {
                let half = 0.51 / precision.rawValue
                #expect(abs(written.latitudeDegrees - point.latitudeDegrees) < half, "seed \(seed)")
                #expect(abs(written.longitudeDegrees - point.longitudeDegrees) < half, "seed \(seed)")
            }
            #expect(read.count == line.count)
        }
    }

    @Test(
        arguments: [1e5, 1e6, nil])
    func `every format of a line gives the same route`(decimals: Double?) throws {
        let steps = [Documents.OSRMStep(type: "turn", modifier: "left")]
        let route = try RouteDocument.read(Documents.osrm(steps, decimals: decimals))[0]
        #expect(route.geometry == (0...2).map(Documents.point))
        #expect(route.legs[0].steps.map(\.geometryIndex) == [0, 1, 2])
    }
}
