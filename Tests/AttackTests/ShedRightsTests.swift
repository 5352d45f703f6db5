import Foundation
import Platform
import TestSupport
import Testing

/// A control that tries to exceed the permissions of its manifest, under a real launcher.
@Suite(.serialized) struct ShedRightsTests {
    /// A run of the console and the attacker, with the results of the attacker.
    private final class Attack {
        let folder: TemporaryFolder
        let run: RunningProgram

        init(roles: [String] = ["control"], endsItself: Bool = false) throws {
            folder = try TemporaryFolder()
            let roles = roles.map { "\"\($0)\"" }.joined(separator: ", ")
            try folder.write(
                """
                id = "shed"
                summary = "Sheds its rights."
                executable = "shed.sh"
                contract = 1
                topics = []
                roles = [\(roles)]
                """, to: "plugins/shed/plugin.toml")
            let attacker = Attacker(script: "shed_rights.py")
            try folder.write(
                "#!/bin/sh\nexec \(PythonInterpreter.path) \(attacker.file)\n", to: "plugins/shed/shed.sh", mode: 0o755)
            let file = try folder.write(
                "controls = [\"console\", \"shed\"]\n[source]\nkind = \"gpsd\"\nport = 1\n", to: "drive.toml")
            var environment = attacker.environment
            environment["NO_COLOR"] = "1"
            environment["NAVBUS_CONTROLS_PATH"] = "\(folder.path)/plugins"
            environment["SHED_OUTPUT"] = folder.path
            environment["SHED_NAME"] = "shed"
            environment["SHED_END"] = endsItself ? "1" : "0"
            run = try BuiltProgram.navbus.start(
                ["run", "--config", file, "--run-folder", "\(folder.path)/run"], environment: environment)
        }

        /// Waits for a file of the attacker and returns its content.
        func figures(_ name: String) throws -> [String: Any] {
            let file = "\(folder.path)/\(name)"
            let isThere = run.wait { _ in FileManager.default.fileExists(atPath: file) }
            try #require(isThere, "no \(name): \(run.output)\(run.errors)")
            return try folder.json(name)
        }

        /// The waiting process of a case.
        func waiter(_ name: String) throws -> Int32 {
            try #require((figures("\(name).waits")["process"] as? NSNumber)?.int32Value)
        }

        private var isEnded = false

        /// Ends the launcher; repeated calls have no effect.
        func end(_ signal: Int32) {
            guard !isEnded else { return }
            isEnded = true
            run.signal(signal)
            _ = run.wait(seconds: 20)
        }

        deinit {
            end(SIGTERM)
            for name in ["launcher", "launcher-cleared", "control", "control-cleared"] {
                if let process = try? folder.json("after-\(name).waits")["process"] as? NSNumber {
                    kill(process.int32Value, SIGKILL)
                }
            }
        }
    }

    private static let forbidden = ["mute", "position", "answer_route", "report_as_victim", "stop"]
    private static let cases = [
        "control", "child", "setsid", "orphan", "group", "kept-connection", "unfinished-connection",
    ]

    @Test(.timeLimit(.minutes(2))) func `a control gains no rights by another session, group or parent`()
        throws
    {
        let attack = try Attack()
        let figures = try attack.figures("figures")
        print("shed rights: \(figures)")
        #expect(figures["own"] as? String == "done")
        for name in Self.cases {
            let found = try #require(figures[name] as? [String: Any], "\(name)")
            if found["refused"] != nil { continue }
            for request in Self.forbidden {
                #expect(found[request] as? String == "FORBIDDEN", "\(name): \(request)")
            }
        }
        let group = figures["group"] as? [String: Any]
        #expect(group?["group"] as? String == "Operation not permitted")
    }

    @Test(.timeLimit(.minutes(2))) func `processes that leave the session of a control lose its role`() throws {
        let attack = try Attack(roles: ["control", "router"])
        let figures = try attack.figures("figures")
        let child = figures["child"] as? [String: Any]
        #expect(child?["answer_route"] as? String != "FORBIDDEN", "of its session")
        for name in ["setsid", "orphan"] {
            let found = figures[name] as? [String: Any]
            #expect(found?["answer_route"] as? String == "FORBIDDEN", "\(name)")
        }
    }

    @Test(.timeLimit(.minutes(2))) func `no process of a control outlives it`() throws {
        let attack = try Attack(endsItself: true)
        for name in ["after-control", "after-control-cleared"] {
            let process = try attack.waiter(name)
            #expect(attack.run.wait { _ in hasEnded(process) || attack.folder.names.contains(name) }, "\(name)")
            #expect(attack.run.wait { _ in hasEnded(process) }, "\(name) survives")
            for (request, answer) in (try? attack.folder.json(name)) ?? [:] where request != "refused" {
                #expect(answer as? String == "FORBIDDEN", "\(name): \(request)")
            }
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: [SIGTERM, SIGKILL]) func `no process of a control outlives the launcher`(
        signal: Int32
    ) throws {
        let attack = try Attack()
        _ = try attack.figures("figures")
        let names = ["after-launcher", "after-launcher-cleared"]
        let processes = try names.map { try attack.waiter($0) }
        attack.end(signal)
        for (name, process) in zip(names, processes) {
            // Only the dead launcher knew the origin of a hidden process, whose attempts must fail.
            let isHidden = signal == SIGKILL && name.hasSuffix("cleared")
            let deadline = ContinuousClock.now + .seconds(10)
            while !(isHidden ? attack.folder.names.contains(name) : hasEnded(process)), ContinuousClock.now < deadline {
                usleep(10_000)
            }
            #expect(isHidden || hasEnded(process), "\(name) survives")
            for (request, answer) in (try? attack.folder.json(name)) ?? [:] where request != "refused" {
                #expect(answer as? String == "FORBIDDEN", "\(name): \(request)")
            }
        }
    }
}

/// Whether a process has ended or is a zombie.
private func hasEnded(_ process: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
    return text.split(separator: ")").last?.hasPrefix(" Z") ?? true
}
