import Foundation
import TestSupport
import Testing

/// `navbus speech …`: commands to the running speech, with real processes and a sound file.
@Suite(.serialized) struct SpeechCommandTests {
    private func speech(_ run: SupervisedRun, _ words: String...) throws -> BuiltProgram.Outcome {
        try BuiltProgram.navbus.run(["speech"] + words, environment: run.environment)
    }

    @Test func `commands are carried out, and mute survives the death of speech and bus`() throws {
        let run = try SupervisedRun()
        let sound = run.folder.path + "/speech.wav"
        let bus = try run.start(
            controls: ["speech"], extra: "[speech]\nlanguage = \"en\"\noutput = \"wav\"\nfile = \"\(sound)\"")
        defer {
            bus.signal(SIGTERM)
            _ = bus.wait()
        }
        let voice = try run.process(of: "speech")
        // The command is refused until the first heartbeat of speech.
        #expect(eventually { (try? speech(run, "say", "Mind", "the", "gap.").exitCode) == 0 })
        #expect(bus.wait { $0.output.contains("Mind the gap.") })
        #expect(try speech(run, "say", "Mind the gap.").output == "spoken: Mind the gap.\n")
        #expect(
            try speech(run, "say", "--no-wait", "Mind the step.").output
                == "sent to the controls of session main: say Mind the step.\n")
        #expect((try? Data(contentsOf: URL(filePath: sound)).count) ?? 0 > 10_000)

        #expect(try speech(run, "mute").output == "sent to the controls of session main: mute\n")
        let muted = try speech(run, "say", "Not now.")
        #expect(muted.exitCode == 69 && muted.errors.contains("muted"))
        kill(voice, SIGKILL)
        _ = try run.process(of: "speech", not: voice)
        // The restarted speech is still muted; it can be asked after its first heartbeat.
        #expect(eventually { (try? speech(run, "say", "Not yet.").errors.contains("muted")) ?? false })
        let former = try #require(run.busProcess())
        kill(former, SIGKILL)
        #expect(eventually { run.busProcess().map { $0 != former } ?? false })
        // Speech says hello to the new bus itself.
        #expect(eventually { (try? speech(run, "say", "Not yet.").errors.contains("muted")) ?? false })
        let unmuted = try speech(run, "unmute")
        #expect(unmuted.exitCode == 0, "\(unmuted.errors)")
        let again = try speech(run, "say", "--rate", "0.9", "Now.")
        #expect(again.exitCode == 0, "\(again.errors)")
        #expect(
            try speech(run, "verbosity", "alerts").output
                == "sent to the controls of session main: verbosity alerts\n")
        #expect(try speech(run, "repeat").exitCode == 0)
    }

    @Test func `a command that is not carried out is reported`() throws {
        let run = try SupervisedRun()
        let nobody = try speech(run, "mute")
        #expect(nobody.exitCode == 69 && nobody.errors.contains("navbus run"))
        let bus = try run.start(controls: [])
        defer {
            bus.signal(SIGTERM)
            _ = bus.wait()
        }
        #expect(eventually { run.status() != nil })
        for words in [["mute"], ["say", "Hello."], ["page", "next"]] {
            let outcome = try BuiltProgram.navbus.run(["speech"] + words, environment: run.environment)
            #expect(outcome.exitCode == 76 && outcome.errors.contains("start one that does"))
        }
        #expect(try speech(run, "say", "Hello.", "--session", "nobody").errors.contains("nobody"))
        #expect(try speech(run, "say", "Hello.", "--session", "My Car").errors.contains("the session \"My Car\""))
        #expect(run.control("") == nil && run.control("asker") == nil, "the sender of a command is no control")
        #expect(try speech(run, "page", "0").exitCode == 64)
        #expect(try speech(run, "say").exitCode == 64)
    }

    @Test func `without a bus speech writes a file`() throws {
        let run = try SupervisedRun()
        let sound = run.folder.path + "/gap.wav"
        let outcome = try speech(run, "say", "Mind the gap.", "--to", sound)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output == "spoken into \(sound): Mind the gap.\n")
        #expect((try? Data(contentsOf: URL(filePath: sound)).count) ?? 0 > 10_000)
        #expect(try speech(run, "say", "Hello.", "--to", "/proc/gap.wav").exitCode == 74)
        let voices = try speech(run, "voices", "de")
        #expect(voices.exitCode == 0 && voices.output.contains("* de "))
        let unknown = try speech(run, "voices", "xx")
        #expect(unknown.exitCode == 69 && unknown.errors.contains("xx"))
    }
}
