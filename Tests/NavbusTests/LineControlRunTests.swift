import Foundation
import Platform
import TestSupport
import Testing

/// Controls that read lines of JSON, in a run.
@Suite(.serialized) struct LineControlRunTests {
    /// Prints the cue of each line that has one.
    private static let cues =
        #"jq -r --unbuffered 'select(.navigation.cue) | .navigation.cue | "cue \(.identity) \(.stage)"'"#

    /// Starts the drive of the example with one control, which is a program.
    private func start(
        _ script: String, speed: String = "\"max\"", manifest: String = ""
    ) throws -> (run: SupervisedRun, navbus: RunningProgram) {
        let run = try SupervisedRun()
        try run.install(
            "lamp", script, topics: ["onNavigation", "onNavigationStopped"],
            manifest: "protocol = \"jsonl\"\n\(manifest)")
        return (run, try run.start(controls: ["lamp"], source: SupervisedRun.drive(speed: speed)))
    }

    @Test func `two lines of shell announce each cue of a drive once`() throws {
        let (run, navbus) = try start(Self.cues)
        let outcome = withExtendedLifetime(run) { navbus.wait() }
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let cues = outcome.lines.filter { $0.contains("cue ") }
        #expect(cues.count > 20)
        #expect(Set(cues).count == cues.count)
    }

    @Test func `a program that dies is restarted, and repeats no cue`() throws {
        let script = """
            \(Self.cues) | while read -r line; do
                echo "$line"
                case $line in *NOW) kill -9 $$ ;; esac
            done
            """
        let (run, navbus) = try start(script, speed: "40")
        let outcome = withExtendedLifetime(run) { navbus.wait() }
        #expect(outcome.errors.contains("control lamp"), "\(outcome.errors)")
        let cues = outcome.lines.filter { $0.contains("cue ") }
        #expect(cues.count > 2)
        #expect(Set(cues).count == cues.count, "\(cues)")
    }

    @Test func `requests and reports of a program reach the bus`() throws {
        let script = """
            echo '{"request":{"stop":{}}}'
            echo '{"report":{"kind":"note","text":"all is well"}}'
            echo '{"report":{"kind":"never"}}'
            exec cat >/dev/null
            """
        let (run, navbus) = try start(script, speed: "1", manifest: "roles = [\"control\", \"operator\"]")
        let tap = try BuiltProgram.navbus.start(["tap", "--json"], environment: run.environment)
        #expect(tap.wait { $0.output.contains("all is well") }, "\(tap.errors)")
        #expect(tap.wait { $0.output.contains("STOP_REASON_REQUESTED") }, "\(tap.output.suffix(2000))")
        #expect(navbus.wait { $0.errors.contains("a line of the program is ignored") }, "\(navbus.errors)")
        for program in [tap, navbus] {
            program.signal(SIGINT)
            #expect(program.wait().exitCode == 0)
        }
    }

    @Test func `a program that reads nothing delays no one`() throws {
        let (run, navbus) = try start("exec sleep 1000")
        let outcome = withExtendedLifetime(run) { navbus.wait() }
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("navigation stopped") || outcome.errors.contains("stopped"), "\(outcome)")
    }
}
