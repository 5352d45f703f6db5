import Foundation
import NavigationEvents
import Positions
import TestSupport
import Testing

@testable import DBus
@testable import Receivers

/// The GeoClue of Debian with its demonstration agent on a private bus; NMEA comes from a socket of this test.
@Suite("Positions from the real GeoClue", .timeLimit(.minutes(2)))
struct RealGeoClueTests {
    /// GeoClue, its agent, and a receiver at the other end of its socket.
    private final class World {
        let bus: PrivateBus
        private let programs: [RunningProgram]

        /// - Parameter permission: The entry of navbus in the configuration.
        init(permission: String, withAgent: Bool = true) throws {
            bus = try PrivateBus()
            let folder = bus.folder
            let socket = "\(folder.path)/nmea"
            try folder.write(
                """
                [agent]
                whitelist=geoclue-demo-agent
                [network-nmea]
                enable=true
                nmea-socket=\(socket)
                [3g]
                enable=false
                [cdma]
                enable=false
                [modem-gps]
                enable=false
                [wifi]
                enable=false
                [compass]
                enable=false
                [navbus]
                \(permission)
                system=true
                users=
                """, to: "geoclue/geoclue.conf")
            let environment = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "DBUS_SESSION_BUS_ADDRESS": bus.address]
            func start(_ program: String, _ arguments: [String]) throws -> RunningProgram {
                try BuiltProgram(url: URL(filePath: program)).start(arguments, environment: environment)
            }
            let receiver = try start("/usr/bin/python3", [Self.rig, socket])
            guard receiver.wait(until: { $0.output.contains("ready") }) else {
                throw PrivateBus.NotStarted(program: "receiver", words: receiver.errors)
            }
            // The path of the configuration is part of the program, so the folder is replaced in a mount namespace.
            let namespace = geteuid() == 0 ? "-m" : "-cm --keep-caps"
            let geoclue = try start(
                "/bin/sh",
                [
                    "-c",
                    "exec unshare \(namespace) sh -c 'mount --bind \"$0\" /etc/geoclue && exec /usr/libexec/geoclue' \"$0\"",
                    "\(folder.path)/geoclue",
                ])
            var programs = [receiver, geoclue]
            if withAgent { programs.append(try start("/usr/libexec/geoclue-2.0/demos/agent", [])) }
            self.programs = programs
        }

        private static let rig = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Rigs/nmea_socket.py").path

        var errors: String { programs.map(\.errors).joined() }

        deinit {
            for program in programs.reversed() {
                program.signal(SIGKILL)
                _ = program.wait(seconds: 10)
            }
        }
    }

    @Test func `fixes with speed, course and altitude arrive from a receiver behind GeoClue`() async throws {
        let world = try World(permission: "allowed=true")
        let told = CollectedPositions(GeoClueSource(bus: .at(world.bus.address)))
        #expect(await told.wait { $0.fixes.count >= 3 }, "\(told.texts) \(world.errors)")
        let fix = try #require(told.fixes.last)
        #expect(abs(fix.position.latitudeDegrees - 50.05) < 0.001 && abs(fix.position.longitudeDegrees - 8.25) < 1e-6)
        #expect(fix.altitudeMeters == 104.5 && fix.courseDegrees == 195.6)
        #expect(abs((fix.speedMetersPerSecond ?? 0) - 22.4 * 0.514_444) < 0.01)
        #expect(fix.horizontalAccuracyMeters == 3)
        #expect(told.fixes.map(\.time) == told.fixes.map(\.time).sorted())
    }

    @Test func `a search finds GeoClue with an exact source`() async throws {
        let world = try World(permission: "allowed=true")
        var search = ReceiverSearch()
        search.port = try FreePort.make()
        search.bus = .at(world.bus.address)
        search.probe = SerialProbe(devices: world.bus.folder.path, locks: world.bus.folder.path)
        search.timeouts.client = 10
        // GeoClue and its agent start meanwhile.
        var outcome = search.run(stop: StopSignal())
        for _ in 0..<50 where outcome.receiver == nil {
            try await Task.sleep(for: .milliseconds(200))
            outcome = search.run(stop: StopSignal())
        }
        #expect(outcome.receiver == .geoClue, "\(outcome) \(world.errors)")
    }

    @Test func `the real GeoClue denies access, and waits for an agent`() async throws {
        let denying = try World(permission: "allowed=false")
        let denied = CollectedPositions(GeoClueSource(bus: .at(denying.bus.address)))
        #expect(await denied.wait { $0.texts.contains { $0.contains("denies access to navbus") } }, "\(denied.texts)")
        let lonely = try World(permission: "allowed=true", withAgent: false)
        var source = GeoClueSource(bus: .at(lonely.bus.address))
        source.timeouts.client = 2
        let waiting = CollectedPositions(source)
        #expect(await waiting.wait { $0.texts.contains { $0.contains("waits for an agent") } }, "\(waiting.texts)")
    }
}
