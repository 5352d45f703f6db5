import NavigationEvents
import Supervisor

/// The programs that run a bus. They are next to `navbus`.
enum LaunchedBusProgram {
    /// The bus with all sources that need no further libraries.
    static let standard = "navbus-bus"
    /// The bus with the sources that need D-Bus or HTTP.
    static let receivers = "navbus-receivers"

    /// The name of the program for a source.
    static func name(for source: SourcePlan?) -> String { source?.needsReceivers == true ? receivers : standard }

    /// The path next to `navbus` where a program is expected; `nil` if that folder is unknown.
    static func expectedPath(of name: String) -> String? { InstalledFiles.executableFolder.map { "\($0)/\(name)" } }

    /// The path of a program; `nil` if it is missing.
    static func path(of name: String) -> String? {
        expectedPath(of: name).flatMap { InstalledFiles.isExecutable($0) ? $0 : nil } ?? OnPath.find(name)
    }
}
