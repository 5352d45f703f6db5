import Foundation

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
                "/usr/bin/unshare", isRoot ? "-n" : "-rn", "/bin/sh", "-c",
                "ip link set lo up && echo up && exec sleep infinity",
            ], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], output: output)
        if holder.wait(seconds: 10, until: { $0.written.contains("up") }) {
            let user = isRoot ? [] : ["--user", "--preserve-credentials"]
            command = ["/usr/bin/nsenter", "--net"] + user + ["--target", "\(holder.processID)"]
        } else {
            command = ["/usr/bin/env"]
        }
    }

    func end() { holder.end() }
}
