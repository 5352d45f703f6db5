import NavigationControl
import Platform
import Synchronization
import TOML
import ZeroMQ

/// Runs the conformance test on a control, in any language: a process of the control against a simulated bus, for every
/// case of the contract.
///
///     let report = try await ConformanceTest(of: TestedControl(path: "plugins/NextStreet")).run()
///     print(report.table)
public struct ConformanceTest: Sendable {
    /// The control.
    public var subject: TestedControl
    /// Names of the cases to run; all if empty.
    public var only: [String]
    /// Whether the folder of the test is kept, with the output of the control in each case.
    public var isKept: Bool
    /// Whether a control that reads the events out of memory has each case over ZeroMQ too.
    public var isOverBoth: Bool
    /// Number of cases that run at the same time.
    public var maxParallelCases: Int

    /// Creates a conformance test of a control.
    public init(
        of subject: TestedControl, only: [String] = [], isKept: Bool = false, isOverBoth: Bool = true,
        maxParallelCases: Int = 4
    ) {
        self.isOverBoth = isOverBoth
        self.subject = subject
        self.only = only
        self.isKept = isKept
        self.maxParallelCases = max(1, maxParallelCases)
    }

    /// All cases in their order: the name, the page of the contract, the rule, and the requirement.
    public static var cases: [(name: String, page: String, rule: String, clause: String)] {
        ConformanceCase.all.map { ($0.name, $0.clause.page, $0.clause.rule, $0.clause.text) }
    }

    /// Runs the cases: the first two one after the other, since they determine which other cases apply; then the others,
    /// up to ``maxParallelCases`` of them at the same time.
    ///
    /// - Parameters:
    ///   - started: Called with the name of each case as it starts, from any thread.
    ///   - ended: Called with the result of each case as it ends, from any thread.
    /// - Throws: ``ConformanceError`` if the test itself cannot run.
    public func run(
        started: @escaping @Sendable (String) -> Void = { _ in },
        _ ended: @escaping @Sendable (CaseResult) -> Void = { _ in }
    ) async throws -> ConformanceReport {
        for name in only where ConformanceCase.named(name) == nil {
            throw ConformanceError.noCase(name, near: NearestWord.find(name, among: ConformanceCase.all.map(\.name)))
        }
        let folder = try ConformanceFolder(isKept: isKept)
        defer { folder.leave() }
        let start = MonotonicInstant.now.nanoseconds
        let workers = try (0..<maxParallelCases).map { number throws(ConformanceError) in
            try ConformanceWorker(number: number, subject: subject, folder: folder.path, isKept: isKept)
        }
        var results: [CaseResult] = []
        var traits = Traits()
        for name in ["hello", "drive"] {
            guard let examCase = ConformanceCase.named(name), name == "hello" || traits.saysHello else { continue }
            if only.isEmpty || only.contains(name) { started(name) }
            let (result, seen) = await workers[0].run(examCase, traits, offersMemory: true)
            results.append(result)
            if isReported(result) { ended(result) }
            traits = seen
        }
        results += await runOthers(workers, traits, started, ended)
        if Task.isCancelled { throw ConformanceError.interrupted }
        let order = ConformanceCase.all.map(\.name)
        let place = { (result: CaseResult) in order.firstIndex { result.name == $0 } ?? order.count }
        // Those over ZeroMQ come last.
        results.sort { (place($0), $0.name) < (place($1), $1.name) }
        return ConformanceReport(
            subject: subject.name, results: results.filter(isReported),
            seconds: Double(MonotonicInstant.now.nanoseconds - start) / 1e9,
            folder: isKept ? folder.path : nil, claimed: subject.manifest?.grades ?? [],
            isComplete: only.isEmpty)
    }

    /// Whether a result belongs to the report. A failure of the first two cases does even if `only` names other cases.
    private func isReported(_ result: CaseResult) -> Bool {
        only.isEmpty || only.contains(result.caseName) || result.verdict.isFailed
    }

    private func runOthers(
        _ workers: [ConformanceWorker], _ traits: Traits, _ started: @escaping @Sendable (String) -> Void,
        _ ended: @escaping @Sendable (CaseResult) -> Void
    ) async -> [CaseResult] {
        let selected = ConformanceCase.all.filter { only.isEmpty || only.contains($0.name) }
        let wanted = selected.filter { $0.name != "hello" && ($0.name != "drive" || !traits.saysHello) }
        guard traits.saysHello else {
            let skipped = wanted.map { CaseResult($0, .skipped, "it does not say hello") }
            skipped.forEach(ended)
            return skipped
        }
        let queue = CaseQueue(
            wanted.map { ($0, true) } + (traits.readsMemory && isOverBoth ? selected : []).map { ($0, false) })
        return await withTaskGroup(of: [CaseResult].self) { group in
            for worker in workers { group.addTask { await worker.run(queue, traits, started, ended) } }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }
}

/// The queue of cases that have not started.
final class CaseQueue: Sendable {
    /// Cases, with or without events in memory.
    typealias Entry = (examCase: ConformanceCase, offersMemory: Bool)

    private let waiting: Mutex<[Entry]>

    /// The longest cases run first, so that the test does not end with one of them.
    init(_ cases: [Entry]) { waiting = Mutex(cases.sorted { $0.examCase.seconds < $1.examCase.seconds }) }

    /// Removes and returns the next case.
    func take() -> Entry? { waiting.withLock { $0.popLast() } }
}
