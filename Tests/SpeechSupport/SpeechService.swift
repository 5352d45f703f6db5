import Foundation
package import TestSupport

/// A real speech-dispatcher that speaks with espeak-ng into a sound server. It ends with the object.
package final class SpeechService {
    package let address: String
    private let process: Child

    package init(in folder: TemporaryFolder, sound: SoundServer) throws {
        let place = folder.path + "/dispatcher"
        try FileManager.default.createDirectory(atPath: place + "/modules", withIntermediateDirectories: true)
        let configuration = """
            LogLevel 3
            LogDir "\(place)"
            DefaultVolume 100
            AudioOutputMethod "pulse"
            AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
            DefaultModule "espeak-ng"

            """
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: place + "/speechd.conf"))
        try Data("Debug 0\n".utf8).write(to: URL(fileURLWithPath: place + "/modules/espeak-ng.conf"))
        address = "unix_socket:\(place)/socket"
        let arguments = [
            "-s", "-t", "0", "-C", place, "-S", place + "/socket", "-L", place, "-P", place + "/pid", "-c",
            "unix_socket",
        ]
        let environment = [
            "PULSE_SERVER": sound.address, "HOME": place, "XDG_RUNTIME_DIR": place, "TMPDIR": place,
        ]
        process = try Child(
            try Tool.path("speech-dispatcher"), arguments, environment: environment, errors: place + "/errors")
        guard eventually(within: 20, { LocalSocket.isListening(at: place + "/socket") }) else {
            let errors = (try? String(contentsOfFile: place + "/errors", encoding: .utf8)) ?? ""
            throw ToolError(description: "speech-dispatcher does not start: \(errors)")
        }
    }

    /// Kills the service.
    package func end() {
        process.end(SIGKILL)
        unlink(String(address.dropFirst("unix_socket:".count)))
    }

    deinit { process.end() }
}
