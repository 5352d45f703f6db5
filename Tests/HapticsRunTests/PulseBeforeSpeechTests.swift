import EventBus
import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

/// The example drive with speech and haptics: the launcher, the bus and both controls, with a real sound server.
@Suite("Haptics precede speech", .serialized, .timeLimit(.minutes(4)))
struct PulseBeforeSpeechTests {
    private static let example = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "examples/first-drive").path

    /// Starts a sound server with a null output.
    private static func startSoundServer(in folder: String) throws -> (program: RunningProgram, address: String) {
        let socket = "\(folder)/sound"
        // The server closes all inherited descriptors, which Foundation would take for its end; so a shell is in
        // between.
        let arguments = [
            "-c", "pulseaudio \"$@\" & echo $!; wait", "sh", "-n", "--daemonize=no",
            "--exit-idle-time=60", "--disable-shm=yes", "--load=module-null-sink sink_name=navbus",
            "--load=module-native-protocol-unix socket=\(socket) auth-anonymous=1",
        ]
        let environment = ["HOME": folder, "XDG_RUNTIME_DIR": folder, "PULSE_RUNTIME_PATH": "\(folder)/pulse"]
        let program = try BuiltProgram(url: URL(filePath: "/bin/sh"))
            .start(arguments, environment: environment)
        try #require(program.wait { _ in FileManager.default.fileExists(atPath: socket) }, "\(program.errors)")
        return (program, "unix:\(socket)")
    }

    /// Stops a process half of the time, so that it does not begin first by chance.
    private struct Slowing {
        static let seconds = 0.2
        /// The process; 0 while it is unknown.
        var processID: pid_t = 0
        private var isStill = false

        mutating func goOn() {
            let isStill = Int(ProcessInfo.processInfo.systemUptime / Self.seconds).isMultiple(of: 2)
            guard processID > 0, isStill != self.isStill else { return }
            kill(processID, isStill ? SIGSTOP : SIGCONT)
            self.isStill = isStill
        }

        mutating func end() { if isStill { kill(processID, SIGCONT) } }
    }

    /// The reports of a complete drive, in the order of the bus.
    private func drive(pulsesFirstSeconds: Double) throws -> [ControlReport] {
        let folder = try TemporaryFolder()
        let (sound, address) = try Self.startSoundServer(in: folder.path)
        defer {
            if let server = sound.output.split(separator: "\n").first.flatMap({ pid_t($0) }) { kill(server, SIGKILL) }
            sound.signal(SIGKILL)
        }
        let configuration = """
            controls = ["haptics", "speech"]
            [source]
            kind = "nmea"
            path = "\(Self.example)/drive.nmea"
            speed = 12
            [route]
            path = "\(Self.example)/route.json"
            [haptics]
            logFile = "\(folder.path)/pulses.log"
            [speech]
            output = "sound"
            language = "en"
            # Long, so that the test also works on a busy machine.
            pulsesFirstSeconds = \(pulsesFirstSeconds)
            """
        let endpoint = "ipc://\(folder.path)/run/requests"
        let run = try BuiltProgram.navbus.start(
            [
                "run", "--config", try folder.write(configuration, to: "drive.toml"), "--run-folder",
                "\(folder.path)/run",
            ],
            environment: [
                "NO_COLOR": "1", "NAVBUS_ENDPOINT": endpoint, "XDG_STATE_HOME": "\(folder.path)/state",
                "PULSE_SERVER": address, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
            ])
        let client = try BusClient(requests: endpoint)
        try client.join(Hello(control: "", topics: [.onControl], processID: getpid()), timeout: .seconds(20))
        var reports: [ControlReport] = []
        var slowing = Slowing()
        defer { slowing.end() }
        let end = ContinuousClock.now + .seconds(150)
        while reports.last?.text != "the source of positions has ended", ContinuousClock.now < end {
            slowing.goOn()
            guard case .event(let envelope) = try client.next(timeout: .milliseconds(20)),
                case .control(let report) = envelope.event
            else { continue }
            if report.control == "haptics" { slowing.processID = report.processID }
            reports.append(report)
        }
        slowing.end()
        run.signal(SIGTERM)
        let outcome = run.wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return reports
    }

    @Test func `for every cue with pulse and speech the pulse begins first`() throws {
        let reports = try drive(pulsesFirstSeconds: 1)
        func beginnings(of effect: String) -> [CueReference: Int] {
            let begun = reports.enumerated().compactMap { index, report in
                report.kind == .began && report.effect == effect ? report.cue.map { ($0, index) } : nil
            }
            return Dictionary(begun) { first, _ in first }
        }
        let (felt, said) = (beginnings(of: "pulse"), beginnings(of: "utterance"))
        let both = Set(felt.keys).intersection(said.keys)
        #expect(both.count >= 10, "felt \(felt.count), said \(said.count), both \(both.count)")
        let tooEarly = both.filter { (said[$0] ?? 0) < (felt[$0] ?? 0) }
        #expect(tooEarly.isEmpty, "\(tooEarly.count) of \(both.count) were said first: \(tooEarly)")
        print("\(both.count) cues were felt and said")
    }
}
