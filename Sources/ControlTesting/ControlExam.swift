import Platform
import Synchronization
import TOML
import ZeroMQ

/// Runs the conformance test on a control, in any language: a process of the control against a simulated bus, for every
/// case of the contract.
///
///     let report = try await ControlExam(of: ExamSubject(path: "plugins/NextStreet")).run()
///     print(report.table)
public struct ControlExam: Sendable {
    /// The control.
    public var subject: ExamSubject
    /// Names of the cases to run; all if empty.
    public var only: [String]
    /// Whether the folder of the test is kept, with the output of the control in each case.
    public var isKept: Bool
    /// Number of cases that run at the same time.
    public var width: Int

    /// Creates a conformance test of a control.
    public init(of subject: ExamSubject, only: [String] = [], isKept: Bool = false, width: Int = 4) {
        self.subject = subject
        self.only = only
        self.isKept = isKept
        self.width = max(1, width)
    }

    /// All cases in their order: the name, the page of the contract, the rule, and the requirement.
    public static var cases: [(name: String, page: String, rule: String, clause: String)] {
        ExamCase.all.map { ($0.name, $0.clause.page, $0.clause.rule, $0.clause.text) }
    }

    /// Runs the cases: the first two one after the other, since they determine which other cases apply; then the others,
    /// up to ``width`` of them at the same time.
    ///
    /// - Throws: ``ExamError`` if the test itself cannot run.
    public func run() async throws -> ExamReport {
        for name in only where ExamCase.named(name) == nil {
            throw ExamError.noCase(name, near: NearestWord.find(name, among: ExamCase.all.map(\.name)))
        }
        let folder = try ExamFolder(isKept: isKept)
        defer { folder.leave() }
        let start = MonotonicInstant.now.nanoseconds
        let rooms = try (0..<width).map { number throws(ExamError) in
            try ExamRoom(number: number, subject: subject, folder: folder.path, isKept: isKept)
        }
        var results: [CaseResult] = []
        var traits = Traits()
        for name in ["hello", "drive"] {
            guard let examCase = ExamCase.named(name), name == "hello" || traits.saysHello else { continue }
            let (result, seen) = await rooms[0].sit(examCase, traits)
            results.append(result)
            traits = seen
        }
        results += await sitOthers(rooms, traits)
        if Task.isCancelled { throw ExamError.interrupted }
        let order = ExamCase.all.map(\.name)
        results.sort { (order.firstIndex(of: $0.name) ?? 0) < (order.firstIndex(of: $1.name) ?? 0) }
        // A failure of the first two cases is reported even if `only` names other cases.
        if !only.isEmpty { results.removeAll { !only.contains($0.name) && !$0.verdict.isFailed } }
        return ExamReport(
            subject: subject.name, results: results, seconds: Double(MonotonicInstant.now.nanoseconds - start) / 1e9,
            folder: isKept ? folder.path : nil)
    }

    private func sitOthers(_ rooms: [ExamRoom], _ traits: Traits) async -> [CaseResult] {
        let wanted = ExamCase.all.filter { only.isEmpty || only.contains($0.name) }
            .filter { $0.name != "hello" && ($0.name != "drive" || !traits.saysHello) }
        guard traits.saysHello else { return wanted.map { CaseResult($0, .notAsked, "it does not say hello") } }
        let queue = CaseQueue(wanted)
        return await withTaskGroup(of: [CaseResult].self) { group in
            for room in rooms { group.addTask { await room.sit(queue, traits) } }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }
}

/// The queue of cases that have not started.
final class CaseQueue: Sendable {
    private let waiting: Mutex<[ExamCase]>

    /// The longest cases run first, so that the test does not end with one of them.
    init(_ cases: [ExamCase]) { waiting = Mutex(cases.sorted { $0.seconds < $1.seconds }) }

    /// Removes and returns the next case.
    func take() -> ExamCase? { waiting.withLock { $0.popLast() } }
}
