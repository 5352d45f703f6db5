import EventBus
import Glibc
import NavigationEvents
import Platform
import ZeroMQ

/// Runs cases one after another, on a thread of its own.
actor ExamRoom {
    private let subject: ExamSubject
    private let folder: String
    private let isKept: Bool
    private let executor: SocketExecutor

    init(number: Int, subject: ExamSubject, folder: String, isKept: Bool) throws(ExamError) {
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
    func sit(_ examCase: ExamCase, _ traits: Traits) -> (CaseResult, Traits) {
        let start = MonotonicInstant.now.nanoseconds
        var result: CaseResult
        var seen = traits
        do throws(CaseEnding) {
            let bench = try Bench(subject, traits, folder: "\(folder)/\(examCase.name)")
            result = sit(examCase, at: bench)
            seen.note(bench.bus.heard)
            keep(bench)
        } catch {
            result = CaseResult(examCase, error)
        }
        result.seconds = Double(MonotonicInstant.now.nanoseconds - start) / 1e9
        return (result, seen)
    }

    /// Runs cases of a queue until it is empty.
    func sit(_ queue: CaseQueue, _ traits: Traits) -> [CaseResult] {
        var results: [CaseResult] = []
        while !Task.isCancelled, let next = queue.take() {
            let reason = next.isNotAsked(traits, subject)
            results.append(reason.map { CaseResult(next, .notAsked, $0) } ?? sit(next, traits).0)
        }
        return results
    }

    private func sit(_ examCase: ExamCase, at bench: Bench) -> CaseResult {
        var result: CaseResult
        do throws(CaseEnding) {
            let sentence = try examCase.road(bench)
            result = CaseResult(examCase, .passed, sentence)
        } catch {
            result = CaseResult(examCase, error)
        }
        bench.process?.readOutput()
        if result.verdict == .failed { result.output = Self.lastLines(bench.process?.output ?? []) }
        bench.clear()
        return result
    }

    private static let mostLines = 12

    private static func lastLines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(mostLines).map(String.init)
    }

    private func keep(_ bench: Bench) {
        guard isKept, let process = bench.process, let file = fopen(bench.folder + "/output", "w") else { return }
        defer { fclose(file) }
        fwrite(process.output, 1, process.output.count, file)
    }
}

extension Traits {
    /// Adds the traits that the messages of a control show.
    mutating func note(_ heard: HeardFromControl) {
        if let hello = heard.hellos.first {
            saysHello = true
            control = hello.control
            topics = hello.topics
            takesCommands = hello.takesCommands
        }
        hasHeartbeat = hasHeartbeat || !heard.heartbeats.isEmpty
        reports = reports || !heard.reports.isEmpty
        rendersCues = rendersCues || heard.reports.contains { $0.kind == .began && $0.cue != nil }
    }
}
