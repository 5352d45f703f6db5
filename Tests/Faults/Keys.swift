import Foundation
import TestSupport

/// A folder of keys, made with `navbus keys`, and the ports of the bus.
struct Keys {
    let folder: String
    /// The public key of the bus.
    let bus: String
    /// The ports of requests and events.
    let ports: (requests: UInt16, events: UInt16)
    private(set) var publicKeys: [String: String] = [:]

    init(in folder: TemporaryFolder) throws {
        self.folder = "\(folder.path)/keys"
        bus = try Self.run(["show", "--keys", self.folder])
        ports = (try FreePort.next(), try FreePort.next())
    }

    /// Makes a key and allows it.
    mutating func allow(_ name: String, roles: [String] = ["tap"]) throws {
        let line = try Self.run(["new", name, "--keys", folder])
        guard let key = line.split(separator: " ").last.map(String.init) else {
            throw FaultError("make a key: \(line)")
        }
        publicKeys[name] = key
        _ = try Self.run(["allow", "--keys", folder] + roles.flatMap { ["--role", $0] } + [name, key])
    }

    func revoke(_ name: String) throws { _ = try Self.run(["revoke", name, "--keys", folder]) }

    func file(_ name: String) -> String { "\(folder)/\(name).key" }

    /// The section `[remote]` of the configuration.
    var section: String {
        """
        [remote]
        requests = "\(requests)"
        events = "\(events)"
        keys = "\(folder)"
        """
    }

    var requests: String { "tcp://127.0.0.1:\(ports.requests)" }
    var events: String { "tcp://127.0.0.1:\(ports.events)" }

    /// The secrets of all keys, which no message may contain.
    func secrets() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".key") }.flatMap { name in
            try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n")
                .filter { $0.count == 40 && !$0.contains(" ") }.map(String.init)
        }
    }

    private static func run(_ arguments: [String]) throws -> String {
        let outcome = try BuiltProgram.navbus.run(["keys"] + arguments, environment: ["NO_COLOR": "1"])
        guard outcome.exitCode == 0 else { throw FaultError("use navbus keys: \(outcome.errors)") }
        return outcome.lines.first ?? ""
    }
}
