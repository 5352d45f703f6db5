import Glibc

/// The folder of files of a control that outlive navbus: below the state folder of the user.
public enum StateFolder {
    /// `$XDG_STATE_HOME/navbus/CONTROL`, by default below `~/.local/state`; `nil` without a home folder.
    ///
    /// - Parameters:
    ///   - control: The manifest id of the control.
    ///   - variable: Returns an environment variable.
    public static func path(of control: String, _ variable: (String) -> String? = readVariable) -> String? {
        // The XDG Base Directory Specification says to ignore relative paths.
        if let folder = variable("XDG_STATE_HOME"), folder.hasPrefix("/") { return "\(folder)/navbus/\(control)" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/navbus/\(control)"
    }

    /// A variable of the environment of this process.
    public static func readVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
