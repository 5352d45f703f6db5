import Glibc

/// Finds the socket of the sound server of this user.
enum SoundServer {
    /// The Unix-domain socket of PulseAudio's native protocol, which PipeWire speaks too.
    static var socketPath: String {
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
}

/// Looks for programs on the search path.
enum OnPath {
    /// The absolute path of a program; `nil` if there is none.
    static func find(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
