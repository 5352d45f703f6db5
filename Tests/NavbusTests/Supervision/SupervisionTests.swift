import Foundation
import Platform
import TestSupport
import Testing

/// Processes of a run that die, hang or never start. The tests kill and stop real processes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SupervisionTests {
    @Test func `each control that is killed is restarted with the present state`() throws {
        let run = try SupervisedRun()
        let controls = ["console", "haptics", "lanes", "signs", "speech"]
        let bus = try run.start(controls: controls, extra: "[speech]\noutput = \"none\"")
        #expect(bus.wait { $0.output.contains("navigation started") })
        for control in controls {
            let former = try run.process(of: control)
            kill(former, SIGKILL)
            _ = try run.process(of: control, not: former)
            #expect(run.control(control)?.restarts == 1)
            #expect(bus.errors.contains("control \(control) ended unexpectedly, by signal 9; it is started again"))
        }
        // The first event of the second console is the present navigation.
        #expect(bus.wait { $0.output.components(separatedBy: "console  started").count == 3 }, "\(bus.output)")
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
    }

    @Test func `a control that dies five times has failed`() throws {
        let run = try SupervisedRun()
        let starts = "\(run.folder.path)/starts"
        try run.install("hasty", "echo . >>\(starts); exit 3")
        let bus = try run.start(controls: ["hasty", "console"], extra: "[supervision]\nrestartSeconds = 0.01")
        #expect(
            bus.wait { $0.errors.contains("control hasty has failed: ended unexpectedly, with exit code 3; it is") })
        #expect(bus.wait { $0.output.contains("navigation started") })
        #expect(try String(contentsOfFile: starts, encoding: .utf8) == ".\n.\n.\n.\n.\n")
        #expect(run.control("hasty")?.state.hasSuffix("FAILED") == true)
        #expect(run.control("hasty")?.restarts == 4)
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
    }

    @Test func `a control that never says hello is replaced`() throws {
        let run = try SupervisedRun()
        try run.install("mute", "exec sleep 1000")
        let bus = try run.start(
            controls: ["mute"], extra: "[supervision]\nreadySeconds = 0.3\nrestartSeconds = 0.01")
        #expect(
            bus.wait {
                $0.errors.contains(
                    "control mute has failed: did not say hello to the bus within 0.3 s and was ended; it is tried")
            }, "\(bus.errors)")
        #expect(bus.wait { $0.output.contains("navigation started") })
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
    }

    @Test func `a control that hangs is replaced`() throws {
        let run = try SupervisedRun()
        let bus = try run.start(controls: ["console", "lanes"], extra: "[supervision]\nsilentSeconds = 1.5")
        #expect(bus.wait { $0.output.contains("navigation started") })
        let (frozen, other) = try (run.process(of: "console"), run.process(of: "lanes"))
        kill(frozen, SIGSTOP)
        _ = try run.process(of: "console", not: frozen)
        #expect(
            bus.errors.contains("control console gave no sign of life for 1.5 s and was ended; it is started again"))
        #expect(kill(frozen, 0) != 0)
        #expect(try run.process(of: "lanes") == other)
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
    }

    @Test func `a bus that hangs is replaced and resumes the drive`() throws {
        let run = try SupervisedRun()
        let bus = try run.start(controls: ["console"], extra: "[supervision]\nsilentSeconds = 1.5")
        #expect(bus.wait { $0.output.contains("navigation started") })
        let control = try run.process(of: "console")
        let frozen = try #require(run.busProcess())
        let identity = run.status()?["run"] as? String
        kill(frozen, SIGSTOP)
        #expect(eventually { run.busProcess().map { $0 != frozen } ?? false }, "\(bus.errors)")
        #expect(run.status()?["run"] as? String == identity)
        #expect(bus.wait { $0.errors.contains("and resumes the drive") })
        #expect(kill(frozen, 0) != 0)
        #expect(try run.process(of: "console") == control)
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
        #expect(bus.output.components(separatedBy: "navigation started").count == 2)
    }

    @Test func `a bus that is terminated is restarted and gets its route again`() throws {
        let run = try SupervisedRun()
        let bus = try run.start(controls: ["console"])
        #expect(bus.wait { $0.output.contains("navigation started") })
        let former = try #require(run.busProcess())
        kill(former, SIGTERM)
        #expect(eventually { run.busProcess().map { $0 != former } ?? false }, "\(bus.errors)")
        #expect(bus.wait { $0.errors.contains("the bus ended by itself; it is started again") })
        #expect(bus.wait { $0.errors.contains("and starts the drive from the beginning") }, "\(bus.errors)")
        #expect(
            eventually {
                let sessions = run.status()?["sessions"] as? [[String: Any]]
                return (sessions?.first?["state"] as? String)?.hasSuffix("ENROUTE") ?? false
            })
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
    }

    /// The guidance that a tap received from the beginning, without the times and numbers of a run.
    private func stream(killingBusAfter fixes: [Int]) throws -> [String] {
        let run = try SupervisedRun()
        let seen = "\(run.folder.path)/seen.jsonl"
        try run.install(
            "recorder", "exec '\(BuiltProgram.navbus.url.path)' tap --json --name recorder >'\(seen)' 2>/dev/null")
        let bus = try run.start(controls: ["recorder", "console"], source: SupervisedRun.drive(speed: "60"))
        for count in fixes {
            let isThere = bus.wait { _ in
                let sessions = run.status()?["sessions"] as? [[String: Any]]
                return (sessions?.first?["fixesAccepted"] as? String).flatMap { Int($0) } ?? 0 >= count
            }
            #expect(isThere, "\(bus.errors)")
            kill(try #require(run.busProcess()), SIGKILL)
        }
        let outcome = bus.wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.components(separatedBy: "and resumes the drive").count == fixes.count + 1)
        var numbers: [Int] = []
        let lines = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n").compactMap { line in
            var event = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
            numbers.append((event["sequence"] as? String).flatMap { Int($0) } ?? -1)
            // Headings are no part of the drive: those during the absence of the bus are lost.
            guard event["control"] == nil, event["heading"] == nil else { return nil as String? }
            for key in ["run", "sequence", "monotonicNanoseconds", "publishedAtNanoseconds"] { event[key] = nil }
            let bytes = try JSONSerialization.data(withJSONObject: event, options: .sortedKeys)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }, "a gap or a duplicate")
        return lines
    }

    @Test func `a drive whose bus is killed three times publishes the same events`() throws {
        let undisturbed = try stream(killingBusAfter: [])
        let disturbed = try stream(killingBusAfter: [100, 300, 500])
        #expect(undisturbed.count > 1200)
        #expect(disturbed.count == undisturbed.count)
        if let (index, pair) = zip(disturbed, undisturbed).enumerated().first(where: { $1.0 != $1.1 }) {
            let same = pair.0.commonPrefix(with: pair.1).count
            let (one, other) = (pair.0.dropFirst(max(same - 60, 0)), pair.1.dropFirst(max(same - 60, 0)))
            Issue.record("event \(index): …\(one.prefix(200))… is not …\(other.prefix(200))…")
        }
    }

    /// However the launcher ends, no process and no lock is left, also with controls that ignore signals.
    @Test(arguments: [SIGTERM, SIGKILL]) func `a launcher that ends leaves no processes and locks`(signal: Int32) throws
    {
        var generator = SplitMix64.announced(for: "launcher")
        for _ in 0..<5 {
            let run = try SupervisedRun()
            try run.install("stubborn", "trap '' TERM; exec <&-; while :; do sleep 0.1; done")
            let bus = try run.start(
                controls: ["console", "lanes", "stubborn"], extra: "[supervision]\nstopSeconds = 0.5")
            // A random time, from before the start of the bus to after the start of all controls.
            Thread.sleep(forTimeInterval: Double.random(in: 0...1.2, using: &generator))
            bus.signal(signal)
            let outcome = bus.wait()
            // A launcher that has just been started dies of the signal itself.
            #expect([0, signal].contains(outcome.exitCode), "\(outcome.errors)")
            #expect(eventually { run.processes().isEmpty }, "\(run.processes())")
            let next = try run.start(controls: [], source: SupervisedRun.drive(speed: "\"max\"")).wait()
            #expect(next.exitCode == 0, "\(next.errors)")
        }
    }

    @Test func `a run records itself and serves its metrics`() throws {
        let run = try SupervisedRun()
        let port = try FreePort.next()
        let extra = "[record]\nfile = \"drive.mcap\"\n[metrics]\nlisten = \"127.0.0.1:\(port)\""
        let bus = try run.start(controls: ["console"], extra: extra)
        #expect(bus.wait { $0.output.contains("navigation started") })
        _ = try run.process(of: "recorder")
        #expect(bus.wait { $0.output.contains("/metrics  (token in ") })
        #expect(eventually { (try? HTTPFetch.metrics(announcedIn: bus.output))?.contains("navbus_up 1") ?? false })
        bus.signal(SIGTERM)
        let outcome = bus.wait()
        #expect(outcome.exitCode == 0)
        #expect(!outcome.errors.contains("it is started again"), "\(outcome.errors)")
        // The last recorded event is the end of the navigation.
        let info = try BuiltProgram.navbus.run(["info", "\(run.folder.path)/drive.mcap"])
        #expect(info.exitCode == 0 && info.output.contains("onNavigationStopped"), "\(info.output) \(info.errors)")
    }

    @Test func `the dashboard and the alerts of a bus use only metrics that exist`() throws {
        let run = try SupervisedRun()
        // At this speed the drive lasts longer than the test.
        let bus = try run.start(controls: ["console"], source: SupervisedRun.drive(speed: "1"))
        #expect(bus.wait { $0.output.contains("console  gps") }, "\(bus.errors)")
        let arguments = ["metrics", "--print", "--endpoint", "ipc://\(run.runFolder)/requests"]
        var metrics: Set<String> = []
        // The first heartbeat of a control brings its numbers.
        #expect(
            eventually {
                let text = (try? BuiltProgram.navbus.run(arguments).output) ?? ""
                metrics = Set(text.matches(of: /TYPE (\w+)/).map { String($0.1) })
                return metrics.contains("navbus_control_missed_total")
            })
        for file in ["grafana/navbus-bus.json", "prometheus/navbus.rules.yml"] {
            let text = try String(
                contentsOf: SupervisedRun.package.appending(path: "packaging/\(file)"), encoding: .utf8)
            let used = Set(text.matches(of: /navbus_\w+/).map { String($0.0).replacing(/_bucket$/, with: "") })
            #expect(used.count > 8 && used.subtracting(metrics).isEmpty, "\(file): \(used.subtracting(metrics))")
        }
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
    }

    @Test func `a bus that cannot start ends the run with its own error`() throws {
        let run = try SupervisedRun()
        try run.folder.write("", to: "run")
        let outcome = try run.start(controls: ["console"]).wait()
        #expect(outcome.exitCode == 71)
        #expect(
            outcome.errors == "navbus: failed to use the run folder \(run.runFolder): it is not a folder; "
                + "move it away, or name another\n")
        #expect(outcome.output.isEmpty)
    }

    @Test func `the limits of a manifest are enforced`() throws {
        let run = try SupervisedRun()
        try run.install(
            "modest", "ulimit -n; ulimit -d; nice; exec cat",
            manifest: "[limits]\nmemoryMegabytes = 64\nopenFiles = 40\nniceness = 5")
        let bus = try run.start(controls: ["modest"])
        #expect(
            bus.wait { $0.output.contains("modest  40\nmodest  65536\nmodest  5\n") }, "\(bus.output) \(bus.errors)")
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
    }
}
