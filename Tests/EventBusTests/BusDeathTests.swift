import BusTestSupport
import Access
import Glibc
import Journal
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import EventBus

/// The process of the bus is killed repeatedly amid a stream: no subscriber loses an event or gets one twice.
@Suite(.serialized) struct BusDeathTests {
    @Test(arguments: [EventTransport.zmq, .automatic]) func `a bus that is killed at any time continues its run`(
        over way: EventTransport
    ) async throws {
        var random = SplitMix64.announced(for: "moments of death")
        let folder = try TestSupport.TemporaryFolder()
        let listeners = (0..<3).map { _ in SequenceChecker(folder.path, over: way) }
        for _ in 0..<8 {
            try await liveAndDie(in: folder.path, milliseconds: .random(in: 5...150, using: &random))
        }
        let last = try lastBus(in: folder.path)
        #expect(last.isContinued)
        await last.publish(.navigationStopped(.requested), tick: SequenceChecker.lastTick)
        let published = try #require(await last.cursor()).sequence
        #expect(published > 1000)
        for listener in listeners {
            let outcome = try await listener.outcome.value
            #expect(outcome.wrong == [], "no gap, no repetition, no loss reported")
            #expect(outcome.last == published)
            #expect(outcome.missed == 0)
        }
        await last.close()
    }

    /// Starts a process with a bus that publishes as fast as it can, and kills the process.
    private func liveAndDie(in folder: String, milliseconds: Int) async throws {
        unlink(folder + "/pid")
        let killing = Task {
            try await onThread {
                try waitUntil { access(folder + "/pid", R_OK) == 0 }
                usleep(UInt32(milliseconds) * 1000)
                var bytes = [UInt8](repeating: 0, count: 16)
                let descriptor = open(folder + "/pid", O_RDONLY)
                let count = read(descriptor, &bytes, bytes.count)
                close(descriptor)
                let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
                kill(try #require(pid_t(text)), SIGKILL)
            } as Void
        }
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder] in
            let bus = try lastBus(in: folder)
            let text = Array("\(getpid())".utf8)
            let descriptor = open(folder + "/pid~", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            try #require(write(descriptor, text, text.count) == text.count)
            rename(folder + "/pid~", folder + "/pid")
            await bus.pump(Int.max - 1)
        }
        try await killing.value
    }
}

/// A bus that continues the journal of the earlier ones in the folder.
private func lastBus(in folder: String) throws -> BusServer {
    try BusServer(
        endpoints: BusEndpoints(folder: RunFolder(path: folder)),
        journal: JournalSettings(folder: folder + "/journal", maxBytes: 1 << 30))
}

/// A subscriber that follows all buses of a folder and checks the numbers of the events.
private struct SequenceChecker {
    struct Outcome {
        var last: UInt64 = 0
        var wrong: [String] = []
        var missed: UInt64 = 0
    }

    static let lastTick = UInt64.max
    let outcome: Task<Outcome, any Error>

    init(_ folder: String, over way: EventTransport) {
        outcome = Task {
            try await onThread {
                let client = try BusClient(requests: BusEndpoints(folder: RunFolder(path: folder)).requests, over: way)
                try client.join(.make(), timeout: .seconds(20))
                return try Self.follow(client)
            }
        }
    }

    private static func follow(_ client: BusClient) throws -> Outcome {
        var outcome = Outcome()
        while let delivery = try client.next(timeout: .seconds(20)) {
            guard case .event(let envelope) = delivery else {
                outcome.wrong.append("\(delivery)")
                continue
            }
            if outcome.last > 0, envelope.sequence != outcome.last + 1 {
                outcome.wrong.append("\(envelope.sequence) after \(outcome.last)")
            }
            outcome.last = envelope.sequence
            if envelope.tick == lastTick { break }
        }
        outcome.missed = client.counters.missed
        return outcome
    }
}
