import EventCodec
import Foundation
import NavigationEvents
import Platform
import Recording
import TestSupport

/// Fault 8: changed bytes: flipped, truncated, extended, reordered, doubled, inserted.
struct MutatedFrames: Fault {
    let title = "changed requests, events, snapshots and recordings"
    let passes = "each read or refused, no crash; no changed event of a recording accepted"

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        var random = SplitMix64(seed: context.seed)
        let samples = try Self.samples()
        var counts: [String: Int] = [:]
        for turn in 0..<(context.isShort ? 5000 : 1_000_000) {
            let sample = samples[turn % samples.count]
            let bytes = Self.mutated(sample.bytes, &random)
            // Only a crash is a failure here, and it ends the program.
            counts["\(sample.kind) \(sample.isRead(bytes) ? "read" : "refused")", default: 0] += 1
        }
        outcome.note([])
        try recordings(context, &random, &outcome, &counts)
        outcome.notes.append(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        return outcome
    }

    private struct Sample {
        var kind: String
        var bytes: [UInt8]
        var isRead: ([UInt8]) -> Bool
    }

    /// The wire bytes of every message in Tests/Samples.
    private static func samples() throws -> [Sample] {
        let folder = FaultContext.package.appending(path: "Tests/Samples/v1").path
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap { name in
            guard name.hasSuffix(".bin"), let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
                return nil
            }
            let kind = String(name.prefix { $0 != "." })
            let read: ([UInt8]) -> Bool
            switch kind {
            case "RequestFrame": read = { (try? RequestFrame(wireBytes: $0)) != nil }
            case "ReplyFrame": read = { (try? ReplyFrame(wireBytes: $0)) != nil }
            case "Snapshot": read = { (try? Snapshot(wireBytes: $0)) != nil }
            case "Envelope": read = { (try? Envelope(wireBytes: $0)) != nil }
            default: return nil
            }
            return Sample(kind: kind, bytes: [UInt8](data), isRead: read)
        }
    }

    private static func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let other = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes.removeSubrange(place...)
            case 2:
                bytes += (0..<Int.random(in: 1...20, using: &random)).map { _ in .random(in: 0...255, using: &random) }
            case 3: bytes.swapAt(place, other)
            case 4: bytes.insert(contentsOf: bytes[min(place, other)...max(place, other)], at: place)
            default: bytes.insert(.random(in: 0...255, using: &random), at: place)
            }
        }
        return bytes
    }

    /// Changes recordings of the drive; the events that are read must be those that were recorded.
    private func recordings(
        _ context: FaultContext, _ random: inout SplitMix64, _ outcome: inout FaultOutcome,
        _ counts: inout [String: Int]
    ) throws {
        let drive = try GuidedDrive(speed: "max", controls: [], extra: "[record]\nfile = \"taped.mcap\"\n")
        drive.finish()
        let path = "\(drive.folder.path)/taped.mcap"
        let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let recorded = Set(try Self.events(path))
        guard recorded.count > 500 else { throw FaultError("record the drive: \(recorded.count) events") }
        let changed = "\(drive.folder.path)/changed.mcap"
        for _ in 0..<context.tries(500, short: 10) {
            try Data(Self.mutated(whole, &random)).write(to: URL(filePath: changed))
            let read = (try? Self.events(changed)) ?? []
            counts[
                "recording \(read.count == recorded.count ? "read" : read.isEmpty ? "refused" : "read in part")",
                default: 0] += 1
            outcome.note(read.allSatisfy(recorded.contains) ? [] : ["a changed event was accepted"])
        }
    }

    /// The bytes of the readable events.
    private static func events(_ path: String) throws -> [[UInt8]] {
        var reader = try RecordingReader([path])
        var events: [[UInt8]] = []
        while let event = try reader.next() { events.append(try event.envelope().wireBytes()) }
        return events
    }
}

/// Fault 8: a connection that flips bits between a bus and a peer with a key.
struct FlippedBits: Fault {
    let title = "bits flipped between two machines"
    let passes = "no changed request reaches the bus, others unaffected"
    let obstacle = Hostile.obstacle

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        for turn in 0..<context.tries(3, short: 1) {
            let folder = try TemporaryFolder()
            var keys = try Keys(in: folder)
            try keys.allow("phone")
            let ports = (try FreePort.next(), try FreePort.next())
            let drive = try GuidedDrive(
                speed: context.isShort ? "60" : "20", extra: keys.section, in: folder)
            try drive.begin(after: 20)
            let seconds = context.isShort ? "8" : "30"
            let wire = try Hostile.start(
                "proxy",
                [
                    "flip", "\(ports.0):\(keys.ports.requests)", "\(ports.1):\(keys.ports.events)", seconds,
                    "\(context.seed + UInt64(turn))",
                ])
            _ = wire.wait { $0.output.contains("carrying") }
            let file = "\(folder.path)/asked"
            let asker = try BuiltProgram(url: URL(filePath: "/bin/sh")).start([
                "-c",
                """
                while :; do \(BuiltProgram.navbus.url.path) status --json --endpoint tcp://127.0.0.1:\(ports.0) \
                --key \(keys.file("phone")) --bus-key='\(keys.bus)' >>\(file) 2>>\(file).errors; done
                """,
            ])
            let facts = try Hostile.result(of: wire, "proxy")
            asker.signal(SIGKILL)
            let counters = drive.status()?.counters ?? [:]
            drive.finish()
            var problems = try context.judge(drive, &outcome)
            if counters["malformed_requests"] != 0 { problems.append("changed bytes reached the bus") }
            if facts["spoilt"] as? Int == 0 { problems.append("no bit was flipped") }
            outcome.note(problems)
            outcome.notes.append(
                "\(facts["spoilt"] ?? "?") chunks changed on \(facts["connections"] ?? "?") connections")
        }
        return outcome
    }
}
