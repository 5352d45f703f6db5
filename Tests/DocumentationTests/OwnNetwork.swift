import Foundation
import TestSupport

/// A loopback network of one page's own, so that the ports it names are free, whatever runs on this machine.
///
/// Where the kernel gives none, the pages use the machine's.
struct OwnNetwork {
    /// What goes before a command that is to be in it.
    let command: [String]
    private let holder: Program

    init(output: String) throws {
        let isRoot = getuid() == 0
        holder = try Program(
            [
                // However these tests end, it ends with them.
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

    /// Whether the kernel gives any.
    static func isPossible() throws -> Bool {
        let folder = try TemporaryFolder()
        let network = try OwnNetwork(output: folder.path + "/network")
        network.end()
        return network.command.count > 1
    }

    func end() { holder.end() }
}
