import Glibc
import NavigationControl
import Platform

/// `navbus speech doctor`: prints whether voices and a sound server are there, as lines that `navbus doctor` shows.
enum SpeechDoctorCommand {
    private static let help = """
        navbus-speech doctor: reports whether the data of espeak-ng and a sound server are there.

        Usage: navbus-speech doctor

        A line for each finding: fine, absent or fault, the subject, the finding, and the remedy, separated by tabs.
        navbus doctor shows these lines too.

        Exit codes: 0 reported, with any findings, 64 wrong usage.
        """

    /// Prints the findings.
    static func run(_ arguments: [String]) -> ExitStatus {
        ControlFinding.report(arguments, help: help) { [voices(), sound()] }
    }

    private static func voices() -> ControlFinding {
        let folders = [
            "/usr/lib/\(triplet)/espeak-ng-data", "/usr/share/espeak-ng-data", "/usr/local/share/espeak-ng-data",
        ]
        guard let folder = folders.first(where: isFolder) else {
            return ControlFinding(
                .absent, subject: "voices", text: "espeak-ng's data was not found",
                remedy: "install the package espeak-ng-data")
        }
        return ControlFinding(.fine, subject: "voices", text: folder)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func sound() -> ControlFinding {
        let socket = soundSocket
        guard let problem = LocalSocket.problem(path: socket) else {
            return ControlFinding(.fine, subject: "sound", text: "a sound server answers at \(socket)")
        }
        return ControlFinding(
            .absent, subject: "sound", text: "no sound server at \(socket): \(problem)",
            remedy: "start PulseAudio or PipeWire, or let speech write a file: output = \"wav\"")
    }

    /// The Unix-domain socket of PulseAudio's native protocol, which PipeWire speaks too.
    private static var soundSocket: String {
        if let server = variable("PULSE_SERVER") {
            return server.hasPrefix("unix:") ? String(server.dropFirst(5)) : server
        }
        if let folder = variable("PULSE_RUNTIME_PATH") { return "\(folder)/native" }
        let folder = variable("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        return "\(folder)/pulse/native"
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    private static var triplet: String {
        #if arch(arm64)
            "aarch64-linux-gnu"
        #elseif arch(arm)
            "arm-linux-gnueabihf"
        #else
            "x86_64-linux-gnu"
        #endif
    }
}
