import Foundation
package import TestSupport

/// A real PulseAudio server with a null sink, in its own folder. It ends with the object.
package final class SoundServer {
    package let address: String
    private let folder: String
    private let process: Child
    private let environment: [String: String]

    /// Starts the server and waits until it listens.
    ///
    /// - Parameters:
    ///   - name: The name of the server in the folder; it determines the address.
    ///   - isPolite: Whether the server turns down other sound for announcements, by the file of navbus.
    package init(in folder: TemporaryFolder, name: String = "server", isPolite: Bool = false) throws {
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

    /// Returns the address of a server with this name, whether it runs or not.
    package static func address(in folder: TemporaryFolder, name: String = "server") -> String {
        "unix:\(folder.path)/\(name)/native"
    }

    /// Kills the server.
    package func end() {
        process.end(SIGKILL)
        unlink(String(address.dropFirst("unix:".count)))
    }

    /// Returns the list of playing streams from `pactl`.
    package func streams() throws -> String {
        String(decoding: try Tool.run("pactl", ["--server=\(address)", "list", "sink-inputs"]), as: UTF8.self)
    }

    /// Plays a tone of 5 kHz, a frequency rare in speech, until the returned child ends.
    package func playTone(role: String) throws -> Child {
        let file = "\(folder)/\(role).wav"
        try Tool.run("sox", ["-n", "-r", "48000", "-c", "2", file, "synth", "120", "sine", "5000", "vol", "0.25"])
        let arguments = ["--server=\(address)", "--property=media.role=\(role)", "--latency-msec=50", file]
        return try Child(try Tool.path("paplay"), arguments, environment: environment)
    }

    /// Starts to record the output of the sink.
    package func record(_ name: String) throws -> SoundRecorder {
        try SoundRecorder(address: address, path: "\(folder)/\(name).raw", environment: environment)
    }
}

/// Records the output of a sound server through the monitor of its sink.
package final class SoundRecorder {
    package static let sampleRate = 16_000

    private let path: String
    private let process: Child

    package init(address: String, path: String, environment: [String: String]) throws {
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

    /// The samples recorded so far.
    package var samples: [Int16] { lastSamples(.max) }

    /// Returns the last samples of the recording, at most `maxCount`.
    private func lastSamples(_ maxCount: Int) -> [Int16] {
        // The file does not exist before the first sound.
        guard let file = FileHandle(forReadingAtPath: path), let end = try? file.seekToEnd() else { return [] }
        let whole = Int(end) / 2
        let count = min(maxCount, whole)
        guard (try? file.seek(toOffset: UInt64((whole - count) * 2))) != nil,
            let data = try? file.read(upToCount: count * 2)
        else { return [] }
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map { bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self).littleEndian }
        }
    }

    /// Whether the last seconds of the recording have audible sound.
    package func isLoud(lastSeconds seconds: Double) -> Bool {
        Sound.energy(lastSamples(Int(seconds * Double(Self.sampleRate)))) > 0.01
    }

    /// The levels of the 5 kHz tone in decibels relative to full scale, in steps of 100 ms.
    package var toneLevels: [Double] {
        let (samples, step) = (samples, Self.sampleRate / 10)
        return stride(from: 0, to: samples.count - step, by: step).map {
            Sound.level(samples[$0..<$0 + step], hertz: 5000, sampleRate: Self.sampleRate)
        }
    }

    /// The level of the tone in the last 100 ms.
    package var toneLevel: Double {
        Sound.level(lastSamples(Self.sampleRate / 10)[...], hertz: 5000, sampleRate: Self.sampleRate)
    }

    /// The audible seconds of the recording, in steps of 50 ms.
    package var loudSeconds: Double {
        let (samples, step) = (samples, Self.sampleRate / 20)
        let parts = stride(from: 0, to: samples.count, by: step)
        return Double(parts.count { Sound.energy(samples[$0..<min($0 + step, samples.count)]) > 0.01 }) / 20
    }

    /// Ends the recording and writes it to a sound file.
    package func save(_ file: String) throws {
        process.end()
        let format = ["-t", "raw", "-r", "\(Self.sampleRate)", "-e", "signed", "-b", "16", "-c", "1"]
        // Leading and trailing silence is removed.
        let silence = ["silence", "1", "0.02", "1%", "reverse", "silence", "1", "0.02", "1%", "reverse"]
        try Tool.run("sox", format + [path, file] + silence)
    }
}
