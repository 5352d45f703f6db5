import Foundation
import TestSupport

/// A separate loopback network for a page, in which all ports are free. If the kernel does not allow one, the pages use
/// the network of the machine.
struct OwnNetwork {
    /// The prefix of a command that runs in the network.
    let command: [String]
    private let holder: Program

    init(output: String) throws {
        let isRoot = getuid() == 0
        holder = try Program(
            [
                // The process ends with the tests, even if they crash.
                "/usr/bin/setpriv", "--pdeathsig", "KILL", "/usr/bin/unshare", isRoot ? "-n" : "-rn", "/bin/sh", "-c",
                "ip link set lo up && echo up && exec sleep infinity",
            ], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], output: output)
        if holder.wait(seconds: 10, until: { $0.written.contains("up") }) {
            let user = isRoot ? [] : ["--user", "--preserve-credentials"]
            command = ["/usr/bin/nsenter", "--net"] + user + ["--target", "\(holder.processID)"]
        } else {
            command = ["/usr/bin/env"]
        }
    }

    /// Whether the kernel allows separate networks.
    static func isPossible() throws -> Bool {
        let folder = try TemporaryFolder()
        let network = try OwnNetwork(output: folder.path + "/network")
        network.end()
        return network.command.count > 1
    }

    func end() { holder.end() }
}
