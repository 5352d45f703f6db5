import Foundation
import NavigationEvents
import Platform
import Regions
import TestSupport
import Testing

@testable import Router

/// Routes of an offline region from end to end: the real router starts the real Valhalla for itself.
@Suite("Routes of an offline region", .serialized, .timeLimit(.minutes(5)))
struct RegionRouteTests {
    private let region: LadderRegion

    init() throws { region = try LadderRegion() }

    private var library: RegionLibrary { RegionLibrary(environment: region.environment) }

    @Test func `a drive off route gets its routes without a server, also after Valhalla was killed`() throws {
        let drive = try ReroutedDrive(environment: region.environment)
        // After the first new route the drive leaves it again.
        let corners =
            Ladder.drivenCorners.dropLast() + [
                Ladder.place(east: 0, north: Ladder.widthMeters), Ladder.southWest,
                Ladder.place(east: Ladder.lengthMeters, north: 0),
                Ladder.place(east: Ladder.lengthMeters, north: Ladder.widthMeters), Ladder.goal,
            ]
        try drive.begin("auto", along: Array(corners), speed: 12)
        #expect(drive.wait { $0.all("navigationStarted").count == 2 }, "\(drive.words)")
        let router = try #require(drive.routerProcess(), "\(drive.words)")
        let valhalla = try #require(ChildProcesses.first(of: router, named: "valhalla_service"))
        kill(valhalla, SIGKILL)
        let (run, events) = drive.finish()
        #expect(run?.exitCode == 0, "\(drive.words)")
        #expect(events.all("navigationStarted").count >= 3, "\(drive.words)")
        #expect(events.failures.isEmpty)
        #expect(events.all("navigation").last?["isDestinationReached"] as? Bool == true)
        let reports = events.all("control").compactMap { $0["text"] as? String }
        #expect(
            reports.contains(
                "Valhalla of the region ladder ended unexpectedly, by signal 9; the next request starts it again"),
            "\(reports)")
        #expect(!ChildProcesses.isRunning(router))
    }

    @Test func `a destination starts navigation without a server`() throws {
        let folder = try TemporaryFolder()
        let environment = region.environment.merging(["NAVBUS_ENDPOINT": "ipc://\(folder.path)/run/requests"]) { $1 }
        let file = try folder.write("controls = []\n", to: "drive.toml")
        let run = try BuiltProgram.navbus.start(
            ["run", "--config", file, "--run-folder", "\(folder.path)/run"], environment: environment)
        #expect(run.wait { $0.output.contains("bus up") })
        let start = "\(Ladder.start.latitudeDegrees),\(Ladder.start.longitudeDegrees)"
        let started = try BuiltProgram.navbus.run(
            ["start", "--from", start, "--to", "North Road"], environment: environment)
        #expect(started.exitCode == 0, "\(started.errors)")
        #expect(started.output.contains("started: "), "\(started.output)")
        run.signal(SIGTERM)
        #expect(run.wait().exitCode == 0)
    }

    @Test func `Valhalla ends with a router that is killed`() throws {
        let port = try FreePort.next()
        let serve = try BuiltProgram("navbus-router").start(
            ["serve", "ladder", "--port", "\(port)"], environment: region.environment)
        #expect(serve.wait { $0.output.contains("serving the routes of the region ladder") }, "\(serve.errors)")
        let valhalla = try #require(ChildProcesses.first(of: serve.processID, named: "valhalla_service"))
        let answered = try region.ask(more: ["NAVBUS_ROUTER": "http://127.0.0.1:\(port)"])
        #expect(answered.exitCode == 0, "\(answered.errors)")
        let second = try BuiltProgram("navbus-router").run(
            ["serve", "--port", "\(port)"], environment: region.environment)
        #expect(second.exitCode == 69 && second.errors.contains("use port \(port) of 127.0.0.1"), "\(second.errors)")
        serve.signal(SIGKILL)
        _ = serve.wait()
        #expect(eventually { !ChildProcesses.isRunning(valhalla) })
    }

    @Test func `a served region ends with the signal, or with Valhalla`() throws {
        let port = try FreePort.next()
        let arguments = ["serve", "--port", "\(port)"]
        let serve = try BuiltProgram("navbus-router").start(arguments, environment: region.environment)
        #expect(serve.wait { $0.output.contains("serving") }, "\(serve.errors)")
        serve.signal(SIGINT)
        #expect(serve.wait().exitCode == 0)
        let other = try BuiltProgram("navbus-router").start(arguments, environment: region.environment)
        #expect(other.wait { $0.output.contains("serving") }, "\(other.errors)")
        kill(try #require(ChildProcesses.first(of: other.processID, named: "valhalla_service")), SIGKILL)
        let outcome = other.wait()
        #expect(
            outcome.exitCode == 69 && outcome.errors.contains("ended unexpectedly, by signal 9"), "\(outcome.errors)")
    }

    @Test func `damaged tiles are found before the first request, by check and by doctor`() throws {
        let tile = try #require(region.tiles.max { size($0) < size($1) })
        let bytes = try Data(contentsOf: URL(filePath: tile))
        for damaged in [bytes.prefix(bytes.count / 2), Data(repeating: 7, count: bytes.count), Data()] {
            try damaged.write(to: URL(filePath: tile))
            let asked = try region.ask()
            #expect(asked.exitCode == 69)
            #expect(asked.errors.contains("get a route from the region ladder: routes/tiles/"), "\(asked.errors)")
            #expect(
                asked.errors.contains("is truncated or damaged; build it again: navbus region update ladder --force"))
            #expect(try BuiltProgram.navbus.run(["region", "check"], environment: region.environment).exitCode == 1)
            let doctor = try BuiltProgram("navbus-router").run(["doctor"], environment: region.environment)
            #expect(doctor.output.hasPrefix("fault\troutes of ladder\troutes/tiles/"), "\(doctor.output)")
        }
        try bytes.write(to: URL(filePath: tile))
        let doctor = try BuiltProgram("navbus-router").run(["doctor"], environment: region.environment)
        #expect(doctor.output.hasPrefix("fine\troutes of ladder\tValhalla answers"), "\(doctor.output)")
        let checked = try BuiltProgram("navbus-router").run(["check"], environment: region.environment)
        #expect(
            checked.exitCode == 0 && checked.output.hasPrefix("Valhalla answers with the routes of the region ladder"))
    }

    @Test func `a missing Valhalla, a missing region and positions outside are named with the way out`() throws {
        // A copy of the program has no engines of a checkout around it.
        let copy = region.folder.path + "/navbus-router"
        try FileManager.default.copyItem(at: BuiltProgram("navbus-router").url, to: URL(filePath: copy))
        let lonely = BuiltProgram(url: URL(filePath: copy))
        let without = ["NAVBUS_ENGINES": "", "PATH": "/usr/bin:/bin"]
        let missing = try region.ask(lonely, more: without.merging(["NAVBUS_ROUTER": "region:ladder"]) { $1 })
        #expect(
            missing.exitCode == 69 && missing.errors.contains("valhalla_service is missing: install pyvalhalla"),
            "\(missing.errors)")
        let doctor = try lonely.run(["doctor"], environment: region.environment.merging(without) { $1 })
        #expect(
            doctor.output.hasPrefix("fault\troutes of ladder\tvalhalla_service is missing\tinstall"), "\(doctor.output)"
        )
        let unknown = try region.ask(more: ["NAVBUS_ROUTER": "region:nowhere"])
        #expect(unknown.exitCode == 69 && unknown.errors.contains("find the region nowhere"), "\(unknown.errors)")
        let bad = try region.ask(more: ["NAVBUS_ROUTER": "region:../x"])
        #expect(bad.exitCode == 69 && bad.errors.contains("a name consists of"), "\(bad.errors)")
        // A port that nobody uses is not certain for the usual server, so only its address is expected.
        let roads = RegionRoads(library: library)
        #expect(roads.region(around: [Ladder.start, Ladder.goal])?.name.description == "ladder")
        #expect(roads.region(around: [Ladder.start, Coordinate(latitudeDegrees: 48, longitudeDegrees: 8)]) == nil)
    }

    @Test func `Valhalla that dies at each start is started five times a minute at most, with the reason`() throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(
            "#!/bin/sh\necho '1 [INFO] begin' >&2\necho '2 [ERROR] no memory' >&2\nexit 3\n",
            to: "valhalla/bin/valhalla_service")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let once = try region.ask(more: ["NAVBUS_ENGINES": folder.path])
        #expect(once.exitCode == 69)
        #expect(
            once.errors.contains(
                "get a route from the region ladder: Valhalla ended unexpectedly, with exit code 3: no memory"),
            "\(once.errors)")
        var limit = StartLimit()
        let time = { (seconds: UInt64) in MonotonicInstant(nanoseconds: (1000 + seconds) * 1_000_000_000) }
        for second in 0..<5 { #expect(limit.begin(at: time(UInt64(second))) == nil) }
        #expect(limit.begin(at: time(10)) == 50)
        #expect(limit.begin(at: time(60)) == nil)
    }

    @Test func `the configuration of a foreign region names no file and no address`() throws {
        let path = region.path("routes/valhalla.json")
        let foreign = """
            {"mjolnir": {"tile_dir": "/etc", "tile_url": "http://evil.test/{tilePath}", "max_cache_size": 1e18, "hierarchy": true},
             "logging": {"type": "file", "file_name": "/tmp/evil"}, "statsd": {"host": "evil.test"},
             "additional_data": {"elevation": "/etc"}, "loki": {"service": {"proxy": "tcp://evil.test:1"}, "actions": ["tile"]},
             "httpd": {"service": {"listen": "tcp://0.0.0.0:80"}}, "service_limits": {"auto": {"max_distance": 5000000.0}}}
            """
        try foreign.write(toFile: path, atomically: true, encoding: .utf8)
        let used = String(
            decoding: try ValhallaConfiguration(library.region(RegionName("ladder")), port: 4711).bytes, as: UTF8.self)
        for word in ["evil", "/etc", "0.0.0.0", "statsd", "1e+18"] { #expect(!used.contains(word), "\(used)") }
        for word in [
            "tcp://127.0.0.1:4711", "inproc://loki", "\"hierarchy\":true", "\"max_distance\":5000000", "routes/tiles",
        ] {
            #expect(used.contains(word), "\(used)")
        }
        try "[".write(toFile: path, atomically: true, encoding: .utf8)
        let asked = try region.ask()
        #expect(asked.exitCode == 69 && asked.errors.contains("valhalla.json"), "\(asked.errors)")
    }

    private func size(_ path: String) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int) ?? 0
    }
}
