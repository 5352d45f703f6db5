import EventBus
import Glibc
import NavigationEvents

/// What a control's process is told by its environment.
struct ControlEnvironment {
    /// Where the bus is unless `NAVBUS_ENDPOINT` says otherwise.
    static var standardEndpoint: String { BusEndpoints.standard.requests }
    static let standardWaitSeconds = 60

    /// Request endpoint of the bus.
    var endpoint: String
    /// Name of the session, unchecked.
    var sessionName: String
    /// Seconds to wait for the bus, unchecked.
    var wait: String
    /// Whether the process ends with its standard input.
    var endsWithInput: Bool
    /// Folder of what a control remembers; `nil`: it lies beside the socket of the bus.
    var stateFolder: String?

    init(_ variable: (String) -> String? = readEnvironment) {
        endpoint = variable("NAVBUS_ENDPOINT") ?? Self.standardEndpoint
        sessionName = variable("NAVBUS_SESSION") ?? Session.main.name
        wait = variable("NAVBUS_WAIT") ?? "\(Self.standardWaitSeconds)"
        endsWithInput = variable("NAVBUS_LIFELINE") == "stdin"
        stateFolder = variable("NAVBUS_STATE")
    }

    /// The session, or why there is none of that name.
    func session() throws(EnvironmentError) -> Session {
        guard let session = Session(sessionName) else {
            throw EnvironmentError(
                variable: "NAVBUS_SESSION", value: sessionName, wanted: "1 to 32 of a-z, 0-9, - and _")
        }
        return session
    }

    /// The same for another bus or session, where they are named.
    func with(endpoint: String?, session: String?) -> ControlEnvironment {
        var other = self
        other.endpoint = endpoint ?? self.endpoint
        other.sessionName = session ?? sessionName
        return other
    }

    /// Whether bus and control look at the same monotonic clock.
    var isOnThisMachine: Bool { socketPath != nil }

    /// The file in which a control remembers what it did; `nil` if there is no folder for it.
    func memoryPath(of control: String) -> String? {
        keepingFolder.map { "\($0)/\(control)-\(sessionName).memory" }
    }

    /// The folder for what outlives a process of a control; `nil` if there is none.
    var keepingFolder: String? {
        stateFolder ?? socketPath.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    }

    /// Where the socket of a bus on this machine lies in the file system.
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

/// A variable of the environment that cannot be used. The description completes "failed to …".
struct EnvironmentError: Error, CustomStringConvertible {
    var variable: String
    var value: String
    var wanted: String

    var description: String { "use the environment variable \(variable) = \"\(value)\": \(wanted) is wanted" }
}

/// What `NAVBUS_ENDPOINT` says is no place of a bus. The description completes "failed to …".
struct UnusableEndpoint: Error, CustomStringConvertible {
    var endpoint: String
    /// With the way out.
    var reason: String

    var description: String { "use the environment variable NAVBUS_ENDPOINT = \"\(endpoint)\": \(reason)" }
}

/// A variable of the process's environment; empty counts as absent.
func readEnvironment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}
