import Glibc

/// Where what must outlive navbus is kept: the user's own state folder.
enum StateFolder {
    /// `$XDG_STATE_HOME/navbus/haptics`, by default below `~/.local/state`; `nil` for who has no home.
    static func path(_ variable: (String) -> String? = variable) -> String? {
        // What is no whole path is to be ignored, says the XDG Base Directory Specification.
        if let folder = variable("XDG_STATE_HOME"), folder.hasPrefix("/") { return "\(folder)/navbus/haptics" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/navbus/haptics"
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
