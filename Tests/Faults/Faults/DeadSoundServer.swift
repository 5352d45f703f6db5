import Foundation
import TestSupport

/// Fault 21: the sound server dies during an utterance.
struct DeadSoundServer: Fault {
    let title = "sound server killed during an utterance"
    let passes = "reported within 2 s, others unaffected, the next server is used"
    let obstacle = FaultContext.obstacle(tools: ["pulseaudio"])

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        for _ in 0..<context.tries(5, short: 1) {
            let folder = try TemporaryFolder()
            var server = try SoundServer(in: folder)
            let drive = try GuidedDrive(
                speed: "20", speech: "output = \"sound\"", environment: ["PULSE_SERVER": server.address], in: folder)
            defer { server.end() }
            let speech = "\"control\":\"speech\""
            guard drive.waits(until: { drive.witness.has([speech, "REPORT_KIND_BEGAN"]) }) else {
                throw FaultError("hear a sentence: \(drive.program.errors.suffix(300))")
            }
            let seen = drive.witness.count
            server.end()
            let begin = Date()
            let isTold = drive.waits {
                drive.witness.has([speech, "REPORT_KIND_FAILED"], after: seen)
                    || drive.witness.has([speech, "REPORT_KIND_WARNING"], after: seen)
                    || drive.witness.has([speech, "REPORT_KIND_CANCELLED"], after: seen)
            }
            let seconds = Date().timeIntervalSince(begin)
            server = try SoundServer(in: folder)
            let next = drive.witness.count
            let isHeard = drive.waits { drive.witness.has([speech, "REPORT_KIND_ENDED"], after: next) }
            drive.finish()
            var problems = try context.judge(drive, &outcome)
            if !isTold { problems.append("the loss of the server was not reported") }
            if !isHeard { problems.append("no sentence ended with the next server") }
            outcome.note(problems, seconds: seconds, limit: context.limit(2))
        }
        return outcome
    }
}

/// A sound server with a null output.
private final class SoundServer {
    let address: String
    private let program: RunningProgram
    private let pidFile: String

    init(in folder: TemporaryFolder) throws {
        let socket = "\(folder.path)/sound/native"
        address = "unix:\(socket)"
        let script = try folder.write(
            """
            .fail
            load-module module-null-sink sink_name=navbus rate=48000 channels=2
            load-module module-native-protocol-unix socket=\(socket) auth-anonymous=1
            set-default-sink navbus

            """, to: "sound/navbus.pa")
        let place = "\(folder.path)/sound"
        pidFile = "\(place)/pid"
        // PulseAudio closes all inherited files, which Foundation takes for its end; so a shell runs it.
        let command = "pulseaudio -n -F \(script) --daemonize=no --exit-idle-time=-1 --disable-shm=yes"
        program = try BuiltProgram(url: URL(filePath: "/bin/sh")).start(
            ["-c", "\(command) & echo $! >\(pidFile); wait"],
            environment: ["HOME": place, "XDG_RUNTIME_DIR": place, "PULSE_RUNTIME_PATH": "\(place)/run"])
        guard program.wait(until: { _ in FileManager.default.fileExists(atPath: socket) }) else {
            throw FaultError("start PulseAudio: \(program.errors.suffix(300))")
        }
    }

    /// Kills the server.
    func end() {
        let text = (try? String(contentsOfFile: pidFile, encoding: .utf8)) ?? ""
        guard let server = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { return }
        Foundation.kill(server, SIGKILL)
        unlink(pidFile)
        _ = program.wait()
        unlink(String(address.dropFirst("unix:".count)))
    }
}
