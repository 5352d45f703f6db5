import Glibc

/// The folder of persistent files: the state folder of the user.
enum StateFolder {
    /// `$XDG_STATE_HOME/navbus/haptics`, by default below `~/.local/state`; `nil` without a home folder.
    static func path(_ variable: (String) -> String? = variable) -> String? {
        // The XDG Base Directory Specification says to ignore relative paths.
        if let folder = variable("XDG_STATE_HOME"), folder.hasPrefix("/") { return "\(folder)/navbus/haptics" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/navbus/haptics"
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
