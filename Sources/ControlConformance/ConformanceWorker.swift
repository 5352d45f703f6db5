import EventBus
import Glibc
import NavigationEvents
import Platform
import ZeroMQ

/// Runs cases one after another, on a thread of its own.
actor ConformanceWorker {
    private let subject: TestedControl
    private let folder: String
    private let isKept: Bool
    private let executor: SocketExecutor

    init(number: Int, subject: TestedControl, folder: String, isKept: Bool) throws(ConformanceError) {
        self.subject = subject
        self.folder = folder
        self.isKept = isKept
        do throws(SystemError) {
            executor = try SocketExecutor(name: "exam-\(number)")
        } catch {
            throw .system(what: "run the conformance test", reason: "\(error)")
        }
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs a case, and returns its result and the observed traits of the control.
    ///
    /// - Parameter offersMemory: Whether the control may read the events out of memory.
    func run(_ examCase: ConformanceCase, _ traits: Traits, offersMemory: Bool) -> (CaseResult, Traits) {
        let start = MonotonicInstant.now.nanoseconds
        var result: CaseResult
        var seen = traits
        do throws(CaseEnding) {
            let fixture = try CaseFixture(
                subject, traits, folder: "\(folder)/\(examCase.name)\(offersMemory ? "" : "-zmq")",
                offersMemory: offersMemory)
            result = run(examCase, at: fixture)
            seen.note(fixture.bus.received)
            keep(fixture)
        } catch {
            result = CaseResult(examCase, error)
        }
        result.seconds = Double(MonotonicInstant.now.nanoseconds - start) / 1e9
        return (result, seen)
    }

    /// Runs cases of a queue until it is empty. Passes on the name of each case as it starts, and its result as it ends.
    func run(
        _ queue: CaseQueue, _ traits: Traits, _ started: @Sendable (String) -> Void,
        _ ended: @Sendable (CaseResult) -> Void
    ) -> [CaseResult] {
        var results: [CaseResult] = []
        while !Task.isCancelled, let (next, offersMemory) = queue.take() {
            let name = next.name + (offersMemory ? "" : Self.withoutMemory)
            started(name)
            let reason = next.reasonToSkip(traits, subject)
            var result =
                reason.map { CaseResult(next, .skipped, $0) } ?? run(next, traits, offersMemory: offersMemory).0
            result.name = name
            ended(result)
            results.append(result)
        }
        return results
    }

    private func run(_ examCase: ConformanceCase, at fixture: CaseFixture) -> CaseResult {
        var result: CaseResult
        do throws(CaseEnding) {
            let sentence = try examCase.scenario(fixture)
            result = CaseResult(examCase, .passed, sentence)
        } catch {
            result = CaseResult(examCase, error)
        }
        fixture.process?.readOutput()
        if result.verdict == .failed { result.output = Self.lastLines(fixture.process?.output ?? []) }
        fixture.clear()
        return result
    }

    private static let maxLines = 12
    private static let withoutMemory = " over ZeroMQ"

    private static func lastLines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(maxLines).map(String.init)
    }

    private func keep(_ fixture: CaseFixture) {
        guard isKept, let process = fixture.process, let file = fopen(fixture.folder + "/output", "w") else { return }
        defer { fclose(file) }
        fwrite(process.output, 1, process.output.count, file)
    }
}

extension Traits {
    /// Adds the traits that the messages of a control show.
    mutating func note(_ received: ReceivedMessages) {
        if let hello = received.hellos.first {
            saysHello = true
            control = hello.control
            topics = hello.topics
            acceptsCommands = hello.acceptsCommands
        }
        readsMemory = readsMemory || received.readsMemory
        hasHeartbeat = hasHeartbeat || !received.heartbeats.isEmpty
        reports = reports || !received.reports.isEmpty
        reportsEffects = reportsEffects || received.reports.contains { $0.kind == .began && !$0.effect.isEmpty }
        showsState = showsState || received.showsState
        rendersCues = rendersCues || received.reports.contains { $0.kind == .began && $0.cue != nil }
    }
}
