import Foundation
import TestSupport

@testable import Speech

/// A real PulseAudio server with a sink that plays into nothing, in a folder of its own; ended with the value.
final class SoundServer {
    let address: String
    private let folder: String
    private let process: Child
    private let environment: [String: String]

    /// Starts the server and waits until it listens.
    ///
    /// - Parameters:
    ///   - name: Tells servers in one folder apart; the same name is the same address.
    ///   - isPolite: Whether other sound gives way to announcements, by the file that comes with navbus.
    init(in folder: TemporaryFolder, name: String = "server", isPolite: Bool = false) throws {
        self.folder = "\(folder.path)/\(name)"
        try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
        address = SoundServer.address(in: folder, name: name)
        let socket = String(address.dropFirst("unix:".count))
        let script = """
            .fail
            load-module module-null-sink sink_name=navbus rate=48000 channels=2
            load-module module-native-protocol-unix socket=\(socket) auth-anonymous=1
            set-default-sink navbus
            \(isPolite ? ".include \(Checkout.path)/config/sound/pulseaudio.pa" : "")

            """
        let scriptPath = self.folder + "/navbus.pa"
        try Data(script.utf8).write(to: URL(fileURLWithPath: scriptPath))
        environment = ["HOME": self.folder, "XDG_RUNTIME_DIR": self.folder, "PULSE_RUNTIME_PATH": self.folder + "/run"]
        let arguments = ["-n", "-F", scriptPath, "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes"]
        process = try Child(try Tool.path("pulseaudio"), arguments, environment: environment)
        guard eventually(within: 20, { FileManager.default.fileExists(atPath: socket) }) else {
            throw ToolError(description: "PulseAudio does not start: run `pulseaudio -n -F \(scriptPath)` to see why")
        }
    }

    deinit { end() }

    /// Where a server of this name listens, whether it runs or not.
    static func address(in folder: TemporaryFolder, name: String = "server") -> String {
        "unix:\(folder.path)/\(name)/native"
    }

    /// Ends the server, as a crash does.
    func end() {
        process.end(SIGKILL)
        unlink(String(address.dropFirst("unix:".count)))
    }

    /// The streams that play now, as `pactl` tells them.
    func streams() throws -> String {
        String(decoding: try Tool.run("pactl", ["--server=\(address)", "list", "sink-inputs"]), as: UTF8.self)
    }

    /// Plays a tone of 5 kHz, which a voice hardly has, for as long as the value lives.
    func playTone(role: String) throws -> Child {
        let file = "\(folder)/\(role).wav"
        try Tool.run("sox", ["-n", "-r", "48000", "-c", "2", file, "synth", "120", "sine", "5000", "vol", "0.25"])
        let arguments = ["--server=\(address)", "--property=media.role=\(role)", "--latency-msec=50", file]
        return try Child(try Tool.path("paplay"), arguments, environment: environment)
    }

    /// Records what the sink plays, from now on.
    func record(_ name: String) throws -> SoundRecorder {
        try SoundRecorder(address: address, path: "\(folder)/\(name).raw", environment: environment)
    }
}

/// Records what a sound server plays, through the monitor of its sink.
final class SoundRecorder {
    static let sampleRate = 16_000

    private let path: String
    private let process: Child

    init(address: String, path: String, environment: [String: String]) throws {
        self.path = path
        let arguments = [
            "--server=\(address)", "-d", "navbus.monitor", "--format=s16le", "--rate=\(Self.sampleRate)",
            "--channels=1", "--latency-msec=50", "--process-time-msec=20", path,
        ]
        process = try Child(try Tool.path("parec"), arguments, environment: environment)
        guard eventually(within: 20, { !self.samples.isEmpty }) else {
            throw ToolError(description: "parec records nothing from \(address)")
        }
    }

    /// What was recorded so far.
    var samples: [Int16] { lastSamples(.max) }

    /// The last samples of the recording, at most so many.
    private func lastSamples(_ most: Int) -> [Int16] {
        // Before the first sound there is no file.
        guard let file = FileHandle(forReadingAtPath: path), let end = try? file.seekToEnd() else { return [] }
        let whole = Int(end) / 2
        let count = min(most, whole)
        guard (try? file.seek(toOffset: UInt64((whole - count) * 2))) != nil,
            let data = try? file.read(upToCount: count * 2)
        else { return [] }
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map { bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self).littleEndian }
        }
    }

    /// Whether anything can be heard in the last part of the recording.
    func isLoud(lastSeconds seconds: Double) -> Bool {
        Sound.energy(lastSamples(Int(seconds * Double(Self.sampleRate)))) > 0.01
    }

    /// Decibels of full scale of a tone of 5 kHz, in steps of 100 ms.
    var toneLevels: [Double] {
        let (samples, step) = (samples, Self.sampleRate / 10)
        return stride(from: 0, to: samples.count - step, by: step).map {
            Sound.level(samples[$0..<$0 + step], hertz: 5000, sampleRate: Self.sampleRate)
        }
    }

    /// The same, of the last 100 ms.
    var toneLevel: Double {
        Sound.level(lastSamples(Self.sampleRate / 10)[...], hertz: 5000, sampleRate: Self.sampleRate)
    }

    /// Seconds of the recording that can be heard, in steps of 50 ms.
    var loudSeconds: Double {
        let (samples, step) = (samples, Self.sampleRate / 20)
        let parts = stride(from: 0, to: samples.count, by: step)
        return Double(parts.count { Sound.energy(samples[$0..<min($0 + step, samples.count)]) > 0.01 }) / 20
    }

    /// Ends the recording and makes a sound file of it.
    func save(_ file: String) throws {
        process.end()
        let format = ["-t", "raw", "-r", "\(Self.sampleRate)", "-e", "signed", "-b", "16", "-c", "1"]
        // Silence before and after is cut off.
        let silence = ["silence", "1", "0.02", "1%", "reverse", "silence", "1", "0.02", "1%", "reverse"]
        try Tool.run("sox", format + [path, file] + silence)
    }
}
