import Foundation
import TestSupport

/// A folder of keys, made with `navbus keys`, and the ports of the bus.
struct Keys {
    let folder: String
    /// The public key of the bus.
    let bus: String
    /// The ports of requests and events.
    let ports: (requests: Int, events: Int)
    private(set) var publicKeys: [String: String] = [:]

    init(in folder: TemporaryFolder) throws {
        self.folder = "\(folder.path)/keys"
        bus = try Self.run(["show", "--keys", self.folder])
        ports = (try Self.freePort(), try Self.freePort())
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

    /// A free port.
    static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw FaultError("find a free port") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
