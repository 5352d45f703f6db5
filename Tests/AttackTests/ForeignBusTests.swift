import Foundation
import Platform
import TestSupport
import Testing

/// A bus of another user is not trusted: programs send it nothing and do not follow its settings.
@Suite(.enabled(if: geteuid() == 0, "needs root, to be two users"))
struct ForeignBusTests {
    /// A false bus and its victim.
    private final class Fixture {
        let folder: TemporaryFolder
        let run: String
        let precious: String
        private let attacker: RunningProgram

        init(_ attack: String) throws {
            folder = try TemporaryFolder()
            chmod(folder.path, 0o755)
            precious = try folder.write("echo mine\n", to: "startup")
            run = folder.path + (attack == "below-foreign" ? "/theirs/run" : "/run")
            attacker = try Attacker(script: "false_bus.py").start([run, attack, precious])
            try #require(attacker.wait { $0.output.contains("ready") }, "\(attacker.errors)")
        }

        var environment: [String: String] {
            [
                "NAVBUS_ENDPOINT": "ipc://\(run)/requests", "NO_COLOR": "1", "NAVBUS_WAIT": "2",
                "NAVBUS_STATE": folder.path, "HOME": folder.path, "NAVBUS_TRUSTED_USER": "",
            ]
        }

        /// Whether the files of the victim are unchanged.
        var isUntouched: Bool { (try? folder.bytes("startup")) == Array("echo mine\n".utf8) }

        /// The kinds of requests that the false bus received.
        func heard() throws -> [String: Int] {
            attacker.signal(SIGTERM)
            let outcome = attacker.wait(seconds: 20)
            let last = try #require(outcome.lines.last, "\(outcome.errors)")
            let figures = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
            return figures?["heard"] as? [String: Int] ?? [:]
        }
    }

    private static let drive = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "examples/first-drive/route.json").path

    private static let attacks = [
        "foreign", "below-foreign", "open", "group-open", "folder-link", "socket-link", "foreign-socket",
        "served-by-stranger",
    ]

    @Test(arguments: attacks) func `commands send nothing to a foreign bus`(_ attack: String) throws {
        let fixture = try Fixture(attack)
        for command in [["start", Self.drive], ["status"], ["heading", "90"], ["tap"], ["doctor"]] {
            let outcome = try BuiltProgram.navbus.run(command, environment: fixture.environment)
            #expect(outcome.exitCode != 0, "\(command): \(outcome.output)")
            let told = outcome.output + outcome.errors
            #expect(told.contains("trust the bus at \(fixture.folder.path)"), "\(command): \(told)")
            #expect(!outcome.output.contains("4711"))
        }
        #expect(try fixture.heard() == [:])
    }

    @Test(arguments: attacks) func `a control accepts no settings of a foreign bus`(_ attack: String) throws {
        let fixture = try Fixture(attack)
        let outcome = try BuiltProgram("navbus-speech").start([], environment: fixture.environment).wait()
        #expect(outcome.exitCode == 69)
        #expect(outcome.errors.contains("trust the bus at \(fixture.folder.path)"), "\(outcome.errors)")
        #expect(fixture.isUntouched)
        #expect(try fixture.heard() == [:])
    }

    @Test(arguments: attacks) func `the Python kit accepts no settings of a foreign bus`(_ attack: String) throws {
        let fixture = try Fixture(attack)
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let environment = ["PYTHONPATH": root + "/examples/python", "PYTHONDONTWRITEBYTECODE": "1"]
        let outcome = try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).start(
            [root + "/examples/python/controls/event-log/event_log.py"],
            environment: fixture.environment.merging(environment) { $1 }
        ).wait()
        #expect(outcome.exitCode == 69)
        #expect(outcome.errors.contains("trust the bus at \(fixture.folder.path)"), "\(outcome.errors)")
        #expect(try fixture.heard() == [:])
    }

    /// An environment variable names the trusted user; no other user becomes trusted by it.
    @Test func `another user is trusted only by name`() throws {
        let fixture = try Fixture("foreign")
        var environment = fixture.environment
        environment["NAVBUS_TRUSTED_USER"] = "nobody"
        #expect(try BuiltProgram.navbus.run(["status"], environment: environment).exitCode == 0)
        environment["NAVBUS_TRUSTED_USER"] = "65533"
        #expect(try BuiltProgram.navbus.run(["status"], environment: environment).exitCode != 0)
        environment["NAVBUS_TRUSTED_USER"] = "no such user"
        let outcome = try BuiltProgram.navbus.run(["status"], environment: environment)
        #expect(outcome.errors.contains("NAVBUS_TRUSTED_USER = \"no such user\""), "\(outcome.errors)")
        #expect(try fixture.heard() == ["status": 1])
    }

    /// A control that trusts the bus of another user, or was started by hand, writes to no path that the bus names.
    @Test(arguments: ["foreign", "own"]) func `a control started by hand accepts no path of a bus`(_ attack: String)
        throws
    {
        let fixture = try Fixture(attack)
        var environment = fixture.environment
        environment["NAVBUS_TRUSTED_USER"] = "nobody"
        let control = try BuiltProgram("navbus-speech").start([], environment: environment)
        #expect(control.wait { $0.errors.contains("ignored the setting \"file\" of the bus") }, "\(control.errors)")
        #expect(control.errors.contains("--set file=PATH"))
        control.signal(SIGTERM)
        _ = control.wait(seconds: 20)
        #expect(fixture.isUntouched)
    }

    /// Subscribers of an own bus do not follow it to an event endpoint of another user.
    @Test(arguments: ["events-elsewhere", "events-over-tcp"]) func `an event endpoint of another user is refused`(
        _ attack: String
    ) throws {
        let fixture = try Fixture(attack)
        let tap = try BuiltProgram.navbus.run(["tap"], environment: fixture.environment)
        #expect(tap.exitCode != 0)
        let place = attack == "events-elsewhere" ? fixture.run + ".elsewhere" : "tcp://127.0.0.1:7731"
        #expect(tap.errors.contains(place), "\(tap.errors)")
        let control = try BuiltProgram("navbus-speech").start([], environment: fixture.environment).wait()
        #expect(control.exitCode != 0)
        #expect(control.errors.contains(place), "\(control.errors)")
        #expect(fixture.isUntouched)
    }

    /// Without a named bus, programs do not search folders in which any user can create a bus.
    @Test func `the default endpoint is not below tmp`() throws {
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        for (home, place) in [(folder.path, "\(folder.path)/.local/state/navbus/run"), (nil, "XDG_RUNTIME_DIR")] {
            let variables = home.map { ["HOME=\($0)"] } ?? ["-u", "HOME"]
            let outcome = try BuiltProgram(url: URL(filePath: "/usr/bin/env")).run(
                ["-u", "XDG_RUNTIME_DIR", "-u", "XDG_STATE_HOME", "-u", "NAVBUS_ENDPOINT"] + variables + [
                    "setpriv", "--reuid", "64999", "--regid", "64999", "--clear-groups",
                    BuiltProgram.navbus.url.resolvingSymlinksInPath().path, "status",
                ])
            #expect(outcome.exitCode != 0)
            #expect(outcome.errors.contains(place), "\(outcome.errors)")
            #expect(!outcome.errors.contains("/tmp/navbus-64999"))
        }
    }
}
