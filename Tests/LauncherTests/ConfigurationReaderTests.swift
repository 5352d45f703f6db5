import EventBus
import NavigationEvents
import Platform
import Positions
import Supervisor
import TestSupport
import Testing
import TOML

@testable import Launcher

/// Valid configuration files, and the errors of wrong ones.
@Suite struct ConfigurationReaderTests {
    private func profile(_ text: String, controls: [String] = ["lanes", "speech"]) throws -> RunConfiguration {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "etc/drive.toml")
        return try ConfigurationReader(file: file, knownControls: controls).configuration()
    }

    private func refusal(_ text: String) -> String {
        do {
            _ = try profile(text)
            return "accepted"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a complete configuration is read`() throws {
        let profile = try profile(
            """
            controls = ["speech"]
            [bus]
            session = "van-7"
            [source]
            kind = "nmea"
            path = "../logs/drive.nmea"
            speed = 20
            [route]
            path = "/data/route.json"
            alternative = 1
            [guidance]
            timing = "early"
            [speech]
            output = "none"
            [speech.voice]
            rate = 1.5
            """)
        #expect(profile.controls == ["speech"])
        #expect(profile.bus.session.name == "van-7")
        #expect(profile.source?.path?.hasSuffix("/logs/drive.nmea") == true)
        #expect(profile.source?.path?.contains("/etc/") == false)
        #expect(profile.route?.path == "/data/route.json")
        #expect(profile.route?.alternative == 1)
        #expect(profile.guidance == .early)
        #expect(profile.controlSections["speech"]?.values == ["output": .text("none"), "voice.rate": .number(1.5)])
    }

    @Test func `a simulated drive has its own speed, noise and seed`() throws {
        let source = try profile(
            "[source]\nkind = \"simulate\"\nspeedFactor = 0.5\nnoiseMeters = 3\nseed = 7\nrateHertz = 10"
                + "\nstartTime = \"2026-05-04T08:00:00Z\""
        ).source
        #expect(source?.speedFactor == 0.5)
        #expect(source?.noiseMeters == 3)
        #expect(source?.seed == 7)
        #expect(source?.rateHertz == 10)
        #expect(source?.startTime?.nanosecondsSinceEpoch == 1_777_881_600_000_000_000)
    }

    @Test func `the sections about the operation of a run are read`() throws {
        let profile = try profile(
            """
            [journal]
            folder = "past"
            megabytes = 64
            minutes = 5
            [remote]
            requests = "tcp://10.0.0.1:7730"
            events = "tcp://10.0.0.1:7731"
            keys = "/etc/keys"
            [access]
            otherUsers = ["tap", "operator"]
            peers = 9
            requestsPerSecond = 50
            [supervision]
            readySeconds = 1.5
            silentSeconds = 2
            stopSeconds = 7
            restartSeconds = 0.5
            retrySeconds = 60
            [log]
            file = "run.log"
            keep = 1
            [record]
            file = "drive.mcap"
            rotateMinutes = 60
            [metrics]
            """)
        #expect(profile.journal.folder?.hasSuffix("/etc/past") == true)
        #expect(profile.journal.maxBytes == 64 << 20 && profile.journal.seconds == 300)
        #expect(profile.access.remote?.events == "tcp://10.0.0.1:7731" && profile.access.keysFolder == "/etc/keys")
        #expect(profile.access.otherUsers == [.tap, .operator])
        #expect(profile.access.maxPeers == 9 && profile.access.requestsPerSecond == 50)
        #expect(profile.supervision.timeouts == .init(readySeconds: 1.5, silentSeconds: 2))
        #expect(profile.supervision.stopSeconds == 7)
        #expect(profile.supervision.restart.firstDelaySeconds == 0.5)
        #expect(profile.supervision.restart.retrySeconds == 60)
        #expect(profile.log?.path.hasSuffix("/etc/run.log") == true && profile.log?.keep == 1)
        #expect(profile.record?.path.hasSuffix("/etc/drive.mcap") == true && profile.record?.rotateMinutes == 60)
        #expect(profile.metricsListen == "127.0.0.1:9464")
    }

    @Test func `the folders of the log and the recording are created`() throws {
        let folder = try TemporaryFolder()
        var profile = try profile("")
        profile.log = .init(path: "\(folder.path)/logs/today/run.log")
        profile.record = .init(path: "\(folder.path)/drives/drive.mcap", rotateMegabytes: nil, rotateMinutes: nil)
        try profile.makeFolders()
        try profile.makeFolders()
        for made in ["logs/today", "drives"] { #expect(InstalledFiles.isFolder("\(folder.path)/\(made)")) }
        try folder.write("", to: "file")
        profile.record?.path = "\(folder.path)/file/drives/drive.mcap"
        #expect(throws: ConfigurationError.self) { try profile.makeFolders() }
    }

    @Test func `an empty configuration is a bus that waits for requests`() throws {
        let profile = try profile("")
        #expect(profile.source == nil)
        #expect(profile.route == nil)
        #expect(profile.controls.isEmpty)
    }

    @Test(arguments: [
        ("[source]\nkind = \"gpsd\"\nsped = 2", "drive.toml:3:1: unknown key \"source.sped\"; did you mean \"speed\"?"),
        ("[sorce]\nkind = \"gpsd\"", "drive.toml:1:1: unknown key \"sorce\"; did you mean \"source\"?"),
        ("controls = [\"speach\"]", "drive.toml:1:1: there is no control \"speach\"; installed: lanes, speech"),
        (
            "[source]\nkind = \"sextant\"",
            "drive.toml:2:1: \"sextant\" is not possible here; use one of: gpsd, nmea, gpx, simulate"
        ),
        ("[source]\npath = \"x\"", "drive.toml:1:1: \"source.kind\" is missing"),
        ("[source]\nkind = \"nmea\"", "drive.toml:2:1: \"path\" is missing"),
        (
            "[source]\nkind = \"gpsd\"\nspeed = \"fast\"",
            "drive.toml:3:1: \"source.speed\" must be a factor above 0 or \"max\""
        ),
        ("[source]\nkind = \"gpsd\"\nspeed = -1", "drive.toml:3:1: \"source.speed\" must be a factor above 0"),
        ("[source]\nkind = \"gpsd\"\nport = 70000", "drive.toml:3:1: \"port\" must be a whole number above 0"),
        ("[bus]\nsession = \"a/b\"", "drive.toml:2:1: \"a/b\" is no session name"),
        ("[bus]\nrequests = \"ipc:///x\"", "drive.toml:2:1: give both endpoints"),
        (
            "[bus]\nrequests = \"ipc:///x\"\nevents = \"ipc:///x\"",
            "drive.toml:3:1: requests and events cannot share ipc:///x; give each an endpoint of its own"
        ),
        ("[access]\nrequestsPerSecond = 1", "drive.toml:2:1: \"requestsPerSecond\" must be at least 20"),
        ("[route]\nprovider = \"osrm\"", "drive.toml:1:1: \"route.path\" is missing"),
        ("controls = [\"speech\", \"speech\"]", "drive.toml:1:1: \"speech\" is listed twice"),
        (
            "\nsource = { kind = \"gpsd\", hosst = \"x\" }",
            "drive.toml:2:27: unknown key \"source.hosst\"; did you mean"
        ),
        (
            "[source]\nkind = \"gpsd\"\nspeed = [1]",
            "drive.toml:3:1: \"source.speed\" must be a factor above 0 or \"max\""
        ),
        (
            "[source]\nkind = \"simulate\"\nrateHertz = 0",
            "drive.toml:3:1: \"rateHertz\" must be a number from 0.01 to 100.0, not 0.0"
        ),
        (
            "[source]\nkind = \"simulate\"\nstartTime = \"noon\"",
            "drive.toml:3:1: \"startTime\" must be a date and time such as \"2026-05-04T08:00:00Z\", not \"noon\""
        ),
        (
            "[source]\nkind = \"simulate\"\nnoiseMeters = nan",
            "drive.toml:3:1: \"noiseMeters\" must be a number from 0.0 to 100.0"
        ),
        ("controls = [", "drive.toml:1:"),
        ("[access]\notherUsers = [\"king\"]", "drive.toml:2:1: there is no role \"king\"; known: tap, control"),
        ("[metrics]\nlisten = \"0.0.0.0:9464\"", "drive.toml:2:1: other machines could reach \"0.0.0.0:9464\""),
        ("[record]\nfile = \"x\"", "drive.toml:2:1: the name of a recording ends in .mcap: x.mcap"),
        ("[remote]\nrequests = \"tcp://*:1\"", "drive.toml:1:1: \"remote.events\" is missing"),
        ("[journal]\nmegabytes = 0", "drive.toml:2:1: \"megabytes\" must be a whole number above 0"),
        ("bus = 1", "drive.toml:1:1: \"bus\" must be a table [bus], not a whole number"),
    ])
    func `an error names its line and column, and the remedy`(text: String, expected: String) {
        #expect(refusal(text).contains(expected))
    }

    @Test func `the speed may be a factor or max`() throws {
        guard case .max? = try profile("[source]\nkind = \"gpsd\"\nspeed = \"max\"").source?.pace else {
            Issue.record("not max")
            return
        }
    }

    // MARK: - Settings of the command line

    private func profile(_ text: String, setting options: [String]) throws -> RunConfiguration {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "etc/drive.toml")
        let overrides = try options.map { try SettingOverride($0) }
        return try ConfigurationReader(file: file, knownControls: ["speech"], overrides: overrides).configuration()
    }

    @Test func `the command line can set any key and overrides the file`() throws {
        let profile = try profile(
            "[source]\nkind = \"gpsd\"\nspeed = 3\n[log]\nfile = \"a.log\"\n",
            setting: [
                "source.kind=nmea", "source.path=/logs/1.nmea", "source.speed=max", "record.file=/drives/a.mcap",
                "record.rotateMinutes=5", "metrics.listen=127.0.0.1:9500", "access.otherUsers=[\"tap\", \"source\"]",
                "route.path=2026-01-01", "guidance.timing=\"late\"",
            ])
        #expect(profile.source?.kind == .nmea && profile.source?.path == "/logs/1.nmea")
        guard case .max? = profile.source?.pace else {
            Issue.record("not max")
            return
        }
        #expect(profile.record?.path == "/drives/a.mcap" && profile.record?.rotateMinutes == 5)
        #expect(profile.metricsListen == "127.0.0.1:9500")
        #expect(profile.access.otherUsers == [.tap, .source])
        #expect(profile.route?.path.hasSuffix("/2026-01-01") == true)
        #expect(profile.guidance == .late)
        #expect(profile.log?.path.hasSuffix("/etc/a.log") == true)
    }

    @Test func `an empty path on the command line removes the path`() throws {
        let file = "[source]\nkind = \"gpsd\"\npath = \"a\"\n"
        #expect(try profile(file, setting: ["source.path="]).source?.path == nil)
        do {
            _ = try profile(file, setting: ["source.kind=nmea", "source.path="])
            Issue.record("accepted")
        } catch {
            #expect("\(error)".contains("\"path\" is missing: a source of kind \"nmea\" reads a file"), "\(error)")
        }
    }

    @Test func `a path of the command line is relative to the working folder`() throws {
        let path = try profile("[source]\nkind = \"gpx\"\npath = \"a\"\n", setting: ["source.path=b"]).source?.path
        #expect(path == PathResolver(base: ".").resolve("b"))
    }

    @Test(arguments: [
        ("source.sped=2", "--set source.sped=2: unknown key \"source.sped\"; did you mean \"speed\"?"),
        ("source.speed=fast", "--set source.speed=fast: \"source.speed\" must be a factor above 0"),
        ("source.port=70000", "--set source.port=70000: \"port\" must be a whole number above 0"),
        ("source.kind=sextant", "--set source.kind=sextant: \"sextant\" is not possible here"),
        ("log.keep=2", "--set log.keep=2: \"log.file\" is missing"),
        ("route.path=1", "accepted"),
        ("route.path=", "--set route.path=: \"route.path\" is empty"),
        ("log.format=xml", "--set log.format=xml: \"xml\" is not possible here; use one of: text, json"),
    ])
    func `an error of the command line names the option`(option: String, expected: String) {
        let file = option == "log.format=xml" ? "[log]\nfile = \"a\"" : "[source]\nkind = \"gpsd\""
        do {
            _ = try profile(file, setting: [option])
            #expect(expected == "accepted")
        } catch {
            #expect("\(error)".contains(expected), "\(error)")
        }
    }

    @Test func `an error of the file names its line and column, also with options`() {
        #expect(throws: ConfigurationError.self) {
            try profile("[source]\nkind = \"gpsd\"\nport = 0", setting: ["source.host=x"])
        }
        do {
            _ = try profile("source = 3", setting: ["source.kind=gpsd"])
        } catch {
            #expect("\(error)".contains("drive.toml:1:1: \"source\" must be a table [source]"), "\(error)")
        }
    }
}
