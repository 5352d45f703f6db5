import Foundation
import NavigationEvents
import Regions
import TestSupport
import Testing

/// Building a region: steps, interruptions, errors.
@Suite struct RegionBuildTests {
    private var test: TestRegion

    init() throws { test = try TestRegion() }

    @Test func `a region has the contents of its extract`() throws {
        let region = try test.build()
        #expect(region.manifest.country == "DE")
        #expect(region.manifest.dataTime?.nanosecondsSinceEpoch == 1_767_323_045_000_000_000)
        #expect(region.manifest.counts["addresses"] == 8)
        #expect(region.manifest.extract.sha256.count == 64)
        #expect(region.problems().isEmpty)
        #expect(test.library.contents().regions == [region])
        #expect(region.manifest.bounds.contains(.init(latitudeDegrees: 50.001, longitudeDegrees: 8.001)))
        #expect(!region.manifest.bounds.contains(.init(latitudeDegrees: 51, longitudeDegrees: 8)))
    }

    @Test func `a folder of a region can be copied to another machine`() throws {
        let region = try test.build()
        let other = RegionLibrary(environment: ["NAVBUS_REGIONS": test.folder.path + "/other"])
        try FileManager.default.createDirectory(atPath: other.folders[0], withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: region.folder, toPath: other.folders[0] + "/copied")
        #expect(other.places(for: "Plöck 5").places.first?.title == "Plöck 5")
        #expect(other.contents().regions.first?.problems().isEmpty == true)
    }

    @Test mutating func `after an interruption, finished parts are kept and nothing half-built is used`() throws {
        try test.copyScripts()
        try test.replace("make_map.py", with: "print('problem the disk is full')\nraise SystemExit(70)\n")
        var builder = try test.builder()
        builder.omitted = [.routes]
        var events: [String] = []
        let note = { (progress: BuildProgress) in
            switch progress.event {
            case .kept: events.append("kept \(progress.part)")
            case .finished: events.append("finished \(progress.part)")
            case .working, .note: break
            }
        }
        #expect {
            try builder.build(report: note)
        } throws: { error in
            "\(error)".contains("make map: the disk is full") && "\(error)".contains("map.log")
        }
        #expect(events == ["finished places", "finished index"])
        #expect(test.library.contents().regions.isEmpty && test.library.contents().problems.isEmpty)
        #expect(test.library.places(for: "Plöck").places.isEmpty)

        events = []
        try test.replace("make_map.py", with: "import sys\nopen(sys.argv[2] + '/map.mbtiles', 'w').write('x')\n")
        let region = try builder.build(report: note)
        #expect(events == ["kept places", "kept index", "finished map"])
        #expect(FileManager.default.fileExists(atPath: region.path("map.mbtiles")))
        // The working files of the build are gone.
        let names = try FileManager.default.contentsOfDirectory(atPath: region.folder).sorted()
        #expect(names == ["landmarks.sqlite", "map.mbtiles", "places.sqlite", "region.json"])
        #expect(region.problems().count == 1, "a map that is no database is a problem")
    }

    @Test mutating func `another extract, or another country, begins again`() throws {
        try test.copyScripts()
        try test.replace("make_map.py", with: "raise SystemExit(70)\n")
        var builder = try test.builder()
        builder.omitted = [.routes]
        #expect(throws: RegionError.self) { try builder.build { _ in } }
        try test.replace("make_map.py", with: "import sys\nopen(sys.argv[2] + '/map.mbtiles', 'w').write('x')\n")
        builder.country = "AT"
        var kept = 0
        _ = try builder.build { if $0.event == .kept { kept += 1 } }
        #expect(kept == 0)
    }

    @Test mutating func `a failed update leaves the old region in use`() throws {
        let old = try test.build()
        try test.copyScripts()
        try test.replace("read_extract.py", with: "raise SystemExit(1)\n")
        #expect(throws: RegionError.self) { try test.builder().build { _ in } }
        #expect(try test.library.region(old.name) == old)
        #expect(test.library.places(for: "Plöck 5").places.first?.title == "Plöck 5")
    }

    @Test mutating func `two builds of one region do not disturb each other`() throws {
        try test.copyScripts()
        // The first build waits for a file that the test writes.
        let gate = test.folder.path + "/gate"
        try test.replace(
            "read_extract.py",
            with: """
                import os, sys, time
                print("progress 0.5", flush=True)
                while not os.path.exists("\(gate)"): time.sleep(0.01)
                sys.exit(70)
                """)
        let builder = try test.builder()
        var wasRefused = false
        #expect(throws: RegionError.self) {
            try builder.build { progress in
                guard case .working(let share, _) = progress.event, share == 0.5 else { return }
                do { _ = try builder.build { _ in } } catch {
                    wasRefused = error as? RegionError == .busy(name: "town")
                }
                _ = FileManager.default.createFile(atPath: gate, contents: nil)
            }
        }
        #expect(wasRefused)
    }

    @Test func `a truncated extract is refused`() throws {
        let region = try test.build()
        // The town as PBF, by the tools of the build itself, then cut.
        let pbf = test.folder.path + "/town.osm.pbf"
        let code =
            "import sys; sys.path.insert(0, '\(test.scripts)'); from copier import Copier; "
            + "Copier.copy('\(test.folder.path)/town.osm', '\(pbf)')"
        let copied = try BuiltProgram(url: URL(filePath: "/usr/bin/python3")).run(["-B", "-c", code])
        #expect(copied.exitCode == 0, "\(copied.errors)")
        let bytes = try Data(contentsOf: URL(filePath: pbf))
        for count in [bytes.count / 2, bytes.count - 1] {
            try bytes.prefix(count).write(to: URL(filePath: pbf))
            #expect {
                try test.builder("cut", extract: pbf).build { _ in }
            } throws: { error in
                "\(error)".contains("it is truncated or damaged")
            }
        }
        // Damage in the middle of a block.
        var damaged = bytes
        for index in bytes.count / 2..<bytes.count / 2 + 50 { damaged[index] ^= 0x5A }
        try damaged.write(to: URL(filePath: pbf))
        #expect(throws: RegionError.self) { try test.builder("cut", extract: pbf).build { _ in } }
        try bytes.write(to: URL(filePath: pbf))
        #expect(try test.builder("whole", extract: pbf).build { _ in }.manifest.counts == region.manifest.counts)
        #expect(test.library.contents().regions.count == 2)
    }

    @Test func `an extract without a node is refused`() throws {
        let path = try test.folder.write("<osm version=\"0.6\"></osm>", to: "empty.osm")
        #expect {
            try test.builder(extract: path).build { _ in }
        } throws: { error in
            "\(error)".contains("it contains no map")
        }
    }

    @Test func `damaged files of a region are found`() throws {
        let region = try test.build()
        let places = region.path("places.sqlite")
        let bytes = try Data(contentsOf: URL(filePath: places))
        try bytes.prefix(bytes.count / 2).write(to: URL(filePath: places))
        #expect(region.problems().contains { $0.contains("places.sqlite") })
        #expect(
            !test.library.places(for: "Plöck").problems.isEmpty || !test.library.places(for: "Plöck").places.isEmpty)
        try Data("no database".utf8).write(to: URL(filePath: places))
        #expect(region.problems().contains { $0.contains("places.sqlite") })
        #expect(test.library.places(for: "Plöck").problems.count == 1)
        try FileManager.default.removeItem(atPath: region.path("landmarks.sqlite"))
        #expect(region.problems().contains { $0.hasPrefix("landmarks.sqlite is missing") })
        try Data("{\"format\": 99}".utf8).write(to: URL(filePath: region.path("region.json")))
        #expect(test.library.contents().problems.count == 1)
        try test.library.remove(region.name)
        #expect(throws: RegionError.self) { try test.library.remove(region.name) }
    }
}
