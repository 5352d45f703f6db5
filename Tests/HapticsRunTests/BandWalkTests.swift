import EventBus
import Foundation
import Platform
import Routes
import TestSupport
import Testing

/// A closed loop of receiver, bus and wearer: real processes, a real clock, a band at a serial port.
@Suite("A walk with a band", .timeLimit(.minutes(3)))
struct BandWalkTests {
    /// The arrival is signalled 18 metres before the destination, and the wearer continues during its pulses.
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

    /// Walks from the start, facing away from the first street.
    private func walk(isFelt: Bool, atMost seconds: Double) throws -> BandWearer.Outcome {
        let folder = try TemporaryFolder()
        let band = try Wristband(at: "\(folder.path)/band", introduction: "N band 1\nB 80\n")
        defer { band.unplug() }
        let path = try folder.write(ShortRoute.answer, to: "route.json")
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
        let route = try #require(try RouteDocument.read(Array(ShortRoute.answer.utf8)).first)
        var wearer = BandWearer(
            route, facing: ShortRoute.firstBearing + 150, band: band, isFelt: isFelt,
            client: try BusClient(requests: endpoint))
        let outcome = try wearer.walk(atMost: seconds)
        run.signal(SIGTERM)
        let end = run.wait()
        #expect(end.exitCode == 0, "\(end.output)\n\(end.errors)")
        #expect(band.lines.contains { $0.hasPrefix("V A ") }, "\(band.lines)")
        // The last line may still be on its way.
        #expect(isSoon { band.lines.last == "S" }, "\(band.lines)")
        return outcome
    }

    /// Waits for a condition, for five seconds at most; `false` if it does not hold.
    private func isSoon(_ condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(5)
        while !condition(), ContinuousClock.now < deadline { Thread.sleep(forTimeInterval: 0.01) }
        return condition()
    }
}
