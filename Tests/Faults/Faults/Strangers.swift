import EventCodec
import Foundation
import NavigationEvents
import TestSupport

/// Fault 11: peers without access.
struct Strangers: Fault {
    let title = "no key, unknown, stolen, revoked key, wrong bus, foreign user, open port"
    let passes = "nothing delivered in either direction, counted, no secret shown; no port without keys"
    let obstacle = Hostile.obstacle ?? FaultContext.obstacle(root: true, tools: ["setpriv"])

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        let folder = try TemporaryFolder()
        var keys = try Keys(in: folder)
        for name in ["phone", "old"] { try keys.allow(name, roles: ["tap", "operator"]) }
        let extra = keys.section + "\n[access]\notherUsers = []\n"
        let drive = try GuidedDrive(speed: context.isShort ? "30" : "15", extra: extra, in: folder)
        try drive.begin(after: 30)
        try keys.revoke("old")
        // The local sockets with permissions for all users, as by mistake.
        chmod(folder.path, 0o711)
        chmod("\(folder.path)/run", 0o711)
        for name in ["requests", "events"] { chmod("\(folder.path)/run/\(name)", 0o666) }
        let tries = try [
            Stranger("no key", keys, "none", keys.bus), Stranger("unknown key", keys, "unknown", keys.bus),
            Stranger("wrong bus", keys, keys.file("phone"), ""),
            Stranger("stolen key", keys, "stolen:\(keys.publicKeys["phone"] ?? "")", keys.bus),
            Stranger("revoked key", keys, keys.file("old"), keys.bus), Stranger("foreign user", drive, user: 65534),
        ]
        for stranger in tries { outcome.note(try stranger.problems()) }
        let counters = drive.status()?.counters ?? [:]
        for name in ["refused_connections", "unknown_keys", "failed_handshakes", "foreign_users"] {
            outcome.expect(counters[name, default: 0] > 0, "\(name) were not counted")
        }
        let phone = try Hostile.run("listener", [keys.events, keys.file("phone"), keys.bus, "2"])
        outcome.expect(phone["received"] as? Int ?? 0 > 0, "the peer with a key receives nothing either")
        let end = drive.finish()
        for secret in try keys.secrets() {
            outcome.expect(!(end.errors + end.output).contains(secret), "a secret was shown")
        }
        for problem in try context.judge(drive, &outcome) { outcome.addProblem(problem) }
        for address in ["0.0.0.0", "127.0.0.1"] { outcome.note(try openPort(address)) }
        return outcome
    }

    /// Checks that the start with a port without keys is refused.
    private func openPort(_ address: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let ports = (try FreePort.next(), try FreePort.next())
        let file = try folder.write(
            """
            controls = []
            [bus]
            requests = "tcp://\(address):\(ports.0)"
            events = "tcp://\(address):\(ports.1)"
            """, to: "open.toml")
        let end = try BuiltProgram.navbus.run(["run", "--config", file, "--run-folder", "\(folder.path)/run"])
        return end.exitCode != 0 && end.errors.contains(address)
            ? [] : ["a port at \(address) without keys: exit code \(end.exitCode), \(end.errors)"]
    }
}

/// A peer that requests the status and the end of the navigation, and subscribes to all events.
private struct Stranger {
    let kind: String
    private let words: RunningProgram
    private let listener: RunningProgram

    init(_ kind: String, _ keys: Keys, _ own: String, _ bus: String) throws {
        try self.init(kind, keys.requests, keys.events, own, bus, user: nil)
    }

    init(_ kind: String, _ drive: GuidedDrive, user: Int) throws {
        try self.init(kind, drive.endpoint, drive.events, "none", "", user: user)
    }

    private init(
        _ kind: String, _ requests: String, _ events: String, _ own: String, _ bus: String, user: Int?
    ) throws {
        self.kind = kind
        let asked = [Request.status, .stop(.main)].map { RequestFrame(id: 1, request: $0).wireBytes().hex }
        words = try Hostile.start("words", [requests, own, bus, "1"] + asked, user: user)
        listener = try Hostile.start("listener", [events, own, bus, "2"], user: user)
    }

    func problems() throws -> [String] {
        let answers = try Hostile.result(of: words, "words")["answers"] as? [String]
        let received = try Hostile.result(of: listener, "listener")["received"] as? Int
        var problems: [String] = []
        if answers != ["", ""] { problems.append("\(kind): was answered") }
        if received != 0 { problems.append("\(kind): received \(received ?? -1) events") }
        return problems
    }
}
