import EventBus
import Foundation
import Routes
import TestSupport
import Testing

/// From the receiver over the bus to the skin and back: real processes, a real clock, a band at a serial port.
@Suite("Who wears a band is led by it", .timeLimit(.minutes(3)))
struct FeltWalkTests {
    /// Arrival counts 18 metres before the destination; while it is felt one walks on or past it.
    private static let nearMeters = 22.0

    @Test func `a wearer who faces away at first reaches the destination by pulses alone`() throws {
        let outcome = try walk(isFelt: true, atMost: 90)
        #expect(outcome.hasArrived, "\(outcome)")
        #expect(outcome.metersToGo < Self.nearMeters, "\(outcome)")
    }

    @Test func `with disconnected motors the wearer does not get near the destination`() throws {
        let outcome = try walk(isFelt: false, atMost: 40)
        #expect(outcome.nearestMeters > 2 * Self.nearMeters, "\(outcome)")
    }

    /// One walk from the start, the face turned away from where it goes.
    private func walk(isFelt: Bool, atMost seconds: Double) throws -> BandWearer.Outcome {
        let folder = try TemporaryFolder()
        let band = try Wristband(at: "\(folder.path)/band", introduction: "N band 1\nB 80\n")
        defer { band.unplug() }
        let path = try folder.write(ShortWay.answer, to: "route.json")
        let configuration = """
            controls = ["haptics"]
            [route]
            path = "\(path)"
            [haptics]
            mode = "compass"
            devices = ["serial \(band.path)"]
            """
        let known = """
            [[compass]]
            source = "\(BandWearer.compass)"
            offsetDegrees = \(BandWearer.compassOffsetDegrees)
            spreadDegrees = 1.0
            how = "facing north"
            time = "\(Date().ISO8601Format())"
            """
        try folder.write(known, to: "state/navbus/haptics/offsets.toml")
        let endpoint = "ipc://\(folder.path)/run/requests"
        let run = try BuiltProgram.navbus.start(
            [
                "run", "--config", try folder.write(configuration, to: "walk.toml"), "--run-folder",
                "\(folder.path)/run",
            ],
            environment: ["NO_COLOR": "1", "NAVBUS_ENDPOINT": endpoint, "XDG_STATE_HOME": "\(folder.path)/state"])
        try #require(run.wait { _ in band.openedAt != nil }, "\(run.output)\n\(run.errors)")
        let route = try #require(try RouteDocument.read(Array(ShortWay.answer.utf8)).first)
        var wearer = BandWearer(
            route, facing: ShortWay.firstBearing + 150, band: band, isFelt: isFelt,
            client: try BusClient(requests: endpoint))
        let outcome = try wearer.walk(atMost: seconds)
        run.signal(SIGTERM)
        let end = run.wait()
        #expect(end.exitCode == 0, "\(end.output)\n\(end.errors)")
        #expect(band.lines.contains { $0.hasPrefix("V A ") }, "\(band.lines)")
        // What was last said is on its way through the line.
        #expect(isSoon { band.lines.last == "S" }, "\(band.lines)")
        return outcome
    }

    /// Waits until a condition holds; `false` if it does not within five seconds.
    private func isSoon(_ condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(5)
        while !condition(), ContinuousClock.now < deadline { Thread.sleep(forTimeInterval: 0.01) }
        return condition()
    }
}
