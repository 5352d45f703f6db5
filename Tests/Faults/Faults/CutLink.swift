import Foundation
import NavigationEvents
import TestSupport

/// Fault 19: the link between two machines is down for ten seconds.
struct CutLink: Fault {
    let title = "two hosts, link down for 10 s"
    let passes = "dead peer detected within 3 s, events within 2 s after the link returns, nothing lost"
    let obstacle = Hosts.obstacle

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        for _ in 0..<context.tries(3, short: 1) {
            let hosts = try Hosts()
            let folder = try TemporaryFolder()
            var keys = try Keys(in: folder)
            try keys.allow("phone")
            let section = keys.section.replacingOccurrences(of: "127.0.0.1", with: Hosts.address)
            let drive = try GuidedDrive(speed: "20", extra: section, in: folder, through: hosts.command(0))
            try drive.begin()
            let file = "\(folder.path)/phone.jsonl"
            let seen = Witness(file: file)
            let tap = try BuiltProgram(url: URL(filePath: "/bin/sh")).start([
                "-c",
                "exec \(hosts.command(1).joined(separator: " ")) \(BuiltProgram.navbus.url.path) tap --json --name phone "
                    + "--endpoint tcp://\(Hosts.address):\(keys.ports.requests) --key \(keys.file("phone")) "
                    + "--bus-key='\(keys.bus)' >\(file)",
            ])
            guard tap.wait(until: { _ in seen.count > 20 }) else {
                throw FaultError("tap from another host: \(tap.errors)")
            }
            try hosts.setLink("down")
            let down = Date()
            // A control of the drive may connect only now.
            var peers = 0.0
            let isKnown = drive.waits {
                guard let present = drive.status()?.gauges["connections"] else { return false }
                defer { peers = max(peers, present) }
                return present < peers
            }
            let known = Date().timeIntervalSince(down)
            Thread.sleep(forTimeInterval: max(0, (context.isShort ? 4 : 10) - known))
            let before = seen.count
            try hosts.setLink("up")
            let up = Date()
            let isBack = drive.waits { seen.count > before }
            let back = Date().timeIntervalSince(up)
            drive.finish()
            let last = try drive.published().sequences.last ?? 0
            _ = tap.wait { _ in seen.has(["\"sequence\":\"\(last)\""], after: seen.lines.count - 20) }
            tap.signal(SIGTERM)
            _ = tap.wait()
            var problems = try context.judge(drive, &outcome)
            let numbers = try PublishedStream(file: file).sequences.dropFirst(8)
            let holes = zip(numbers, numbers.dropFirst()).filter { $1 != $0 + 1 }
            outcome.lost += holes.reduce(0) { $0 + Int($1.1) - Int($1.0) - 1 }
            if !isKnown { problems.append("the loss of the peer was not detected") }
            if let limit = context.limit(3), known > limit { problems.append("detected after \(known) s") }
            if !isBack { problems.append("no events came after the link returned") }
            outcome.note(problems, seconds: back, limit: context.limit(2))
            outcome.notes.append(String(format: "loss detected after %.1f s, events again after %.1f s", known, back))
        }
        return outcome
    }
}

/// Two network namespaces with a link between them, which are deleted with this object.
private final class Hosts {
    static let address = "10.213.77.1"
    static let obstacle: String? =
        FaultContext.obstacle(root: true, tools: ["ip"])
        ?? ((try? Hosts()) == nil ? "this kernel has no network namespaces with a link between them" : nil)

    private let names: [String]

    init() throws {
        let mark = "nb\(UInt32.random(in: 0...0xFFFF))"
        names = ["\(mark)a", "\(mark)b"]
        for name in names { try FullDisk.tool("ip", ["netns", "add", name]) }
        try FullDisk.tool(
            "ip",
            [
                "link", "add", names[0], "netns", names[0], "type", "veth", "peer", "name", names[1], "netns", names[1],
            ])
        for (place, name) in names.enumerated() {
            try FullDisk.tool("ip", ["-n", name, "addr", "add", "10.213.77.\(place + 1)/24", "dev", name])
            for device in [name, "lo"] { try FullDisk.tool("ip", ["-n", name, "link", "set", device, "up"]) }
        }
    }

    /// The command prefix that runs a program on one of the hosts.
    func command(_ host: Int) -> [String] { ["ip", "netns", "exec", names[host]] }

    func setLink(_ state: String) throws {
        try FullDisk.tool("ip", ["-n", names[1], "link", "set", names[1], state])
    }

    deinit {
        for name in names { _ = try? FullDisk.tool("ip", ["netns", "delete", name]) }
    }
}
