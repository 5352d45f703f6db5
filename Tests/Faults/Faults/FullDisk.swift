import Foundation
import TestSupport

/// Fault 6: the recorder cannot write for a while.
struct FullDisk: Fault {
    let title = "disk full, limit of the file size"
    let passes = "reported within 1 s, guidance unaffected, resumes with an exact gap"
    let obstacle = FaultContext.obstacle(root: true, tools: ["mount", "umount", "prlimit"])

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        for turn in 0..<context.tries(10, short: 2) {
            let folder = try TemporaryFolder()
            let disk = "\(folder.path)/disk"
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
            let isDisk = turn % 2 == 0
            if isDisk { try Self.tool("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", disk]) }
            defer { if isDisk { _ = try? Self.tool("umount", ["--lazy", disk]) } }
            let drive = try GuidedDrive(
                speed: context.isShort ? "100" : "40", extra: "[record]\nfile = \"\(disk)/drive.mcap\"\n", in: folder)
            try drive.begin(after: 100)
            let seen = drive.witness.count
            let begin = Date()
            try isDisk ? Self.fill(disk) : Self.limit(drive, to: "20000:unlimited")
            let words = ["REPORT_KIND_WARNING", "record"]
            let isTold = drive.waits { drive.witness.has(words, after: seen) || Self.isFailureTold(drive, seen) }
            let seconds = Date().timeIntervalSince(begin)
            Thread.sleep(forTimeInterval: context.isShort ? 0.5 : 2)
            if isDisk { unlink("\(disk)/ballast") } else { try Self.limit(drive, to: "unlimited:unlimited") }
            drive.finish()
            var problems = try context.judge(drive, &outcome)
            if !isTold { problems.append("the failure was not reported") }
            problems += try Self.check("\(disk)/drive.mcap", against: drive)
            outcome.note(problems, seconds: seconds, limit: context.limit(1))
        }
        return outcome
    }

    private static func isFailureTold(_ drive: GuidedDrive, _ seen: Int) -> Bool {
        drive.witness.has(["REPORT_KIND_FAILED", "record"], after: seen)
    }

    /// Fills the disk.
    private static func fill(_ disk: String) throws {
        _ = FileManager.default.createFile(atPath: "\(disk)/ballast", contents: nil)
        let ballast = open("\(disk)/ballast", O_WRONLY)
        defer { close(ballast) }
        let zeros = [UInt8](repeating: 0, count: 4096)
        while write(ballast, zeros, zeros.count) > 0 {}
    }

    private static func limit(_ drive: GuidedDrive, to limit: String) throws {
        guard let recorder = ProcessTree.descendants(of: drive.program.processID, running: "record").first else {
            throw FaultError("find the recorder")
        }
        try tool("prlimit", ["--pid", "\(recorder)", "--fsize=\(limit)"])
    }

    /// Checks that the recorded events and the reported gaps together are all events.
    private static func check(_ path: String, against drive: GuidedDrive) throws -> [String] {
        let info = try BuiltProgram.navbus.run(["info", "--json", path])
        guard
            let object = try? JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [String: Any],
            let events = object["events"] as? Int, let gaps = object["gaps"] as? [[String: Any]]
        else { return ["navbus info: \(info.errors.prefix(300)) \(info.output.prefix(300))"] }
        var problems: [String] = []
        let told = gaps.reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
        let missing = object["missing"] as? Int ?? -1
        if told == 0 { problems.append("the recording has no gap") }
        if missing != told { problems.append("\(missing) events are missing, the gaps have \(told)") }
        if object["duplicates"] as? Int != 0 { problems.append("events are recorded twice") }
        let last = try drive.published().sequences.last ?? 0
        // Both begin with the snapshot and end before the last reports.
        if abs(events + told - Int(last)) > 12 {
            problems.append("\(events) recorded and \(told) reported as missing of \(last)")
        }
        return problems
    }

    @discardableResult
    static func tool(_ name: String, _ arguments: [String]) throws -> String {
        let outcome = try BuiltProgram(url: URL(filePath: "/usr/bin/env")).run([name] + arguments)
        guard outcome.exitCode == 0 else {
            throw FaultError("run \(name) \(arguments.joined(separator: " ")): \(outcome.errors)")
        }
        return outcome.output
    }
}
