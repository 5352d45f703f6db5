import EventBus
import Glibc
import NavigationEvents

/// The environment variables that the process of a control reads.
struct ControlEnvironment {
    /// The endpoint if `NAVBUS_ENDPOINT` is not set.
    static var standardEndpoint: String { BusEndpoints.standard.requests }
    static let standardWaitSeconds = 60

    /// Request endpoint of the bus.
    var endpoint: String
    /// Name of the session, not validated.
    var sessionName: String
    /// Value of `NAVBUS_WAIT`, not validated: the seconds to wait for the bus.
    var wait: String
    /// Whether the process ends at the end of its standard input.
    var endsWithInput: Bool
    /// Folder of the memory of a control; `nil`: the folder of the socket of the bus.
    var stateFolder: String?

    init(_ variable: (String) -> String? = readEnvironment) {
        endpoint = variable("NAVBUS_ENDPOINT") ?? Self.standardEndpoint
        sessionName = variable("NAVBUS_SESSION") ?? Session.main.name
        wait = variable("NAVBUS_WAIT") ?? "\(Self.standardWaitSeconds)"
        endsWithInput = variable("NAVBUS_LIFELINE") == "stdin"
        stateFolder = variable("NAVBUS_STATE")
    }

    /// The session; throws if its name is invalid.
    func session() throws(EnvironmentError) -> Session {
        guard let session = Session(sessionName) else {
            throw EnvironmentError(
                variable: "NAVBUS_SESSION", value: sessionName, wanted: "1 to 32 of a-z, 0-9, - and _")
        }
        return session
    }

    /// A copy for another bus or session; `nil` keeps the value.
    func with(endpoint: String?, session: String?) -> ControlEnvironment {
        var other = self
        other.endpoint = endpoint ?? self.endpoint
        other.sessionName = session ?? sessionName
        return other
    }

    /// Whether bus and control run on one machine, and so use the same monotonic clock.
    var isOnThisMachine: Bool { socketPath != nil }

    /// The file of the memory of a control; `nil` if there is no folder for it.
    func memoryPath(of control: String) -> String? {
        persistentFolder.map { "\($0)/\(control)-\(sessionName).memory" }
    }

    /// The folder for files that survive a restart of the control; `nil` if there is none.
    var persistentFolder: String? {
        stateFolder ?? socketPath.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    }

    /// Path of the socket of a bus on this machine; `nil` for a bus on another one.
    private var socketPath: Substring? {
        endpoint.hasPrefix("ipc:///") ? endpoint.dropFirst("ipc://".count) : nil
    }

    /// Seconds to wait for the bus.
    func waitSeconds() throws(EnvironmentError) -> Int {
        guard let seconds = Int(wait), (0...86_400).contains(seconds) else {
            throw EnvironmentError(variable: "NAVBUS_WAIT", value: wait, wanted: "whole seconds, 0...86400")
        }
        return seconds
    }
}

/// An environment variable has an invalid value. The description completes "failed to …".
struct EnvironmentError: Error, CustomStringConvertible {
    var variable: String
    var value: String
    var wanted: String

    var description: String { "use the environment variable \(variable) = \"\(value)\": \(wanted) is wanted" }
}

/// `NAVBUS_ENDPOINT` is not an endpoint. The description completes "failed to …".
struct UnusableEndpoint: Error, CustomStringConvertible {
    var endpoint: String
    /// The reason and the remedy.
    var reason: String

    var description: String { "use the environment variable NAVBUS_ENDPOINT = \"\(endpoint)\": \(reason)" }
}

/// An environment variable; `nil` if it is absent or empty.
func readEnvironment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}
