import Synchronization
import TOML
import ZeroMQ

/// Examines a control, in any language, against the whole contract: a process on one side, a bus that is played by hand on
/// the other.
///
///     let report = try await ControlExam(of: ExamSubject(path: "plugins/NextStreet")).run()
///     print(report.table)
public struct ControlExam: Sendable {
    /// The control.
    public var subject: ExamSubject
    /// Names of the cases to sit; all if empty.
    public var only: [String]
    /// Whether the folder of the exam is kept, with what the control wrote in each case.
    public var isKept: Bool
    /// How many cases sit side by side.
    public var width: Int

    /// Prepares an exam.
    public init(of subject: ExamSubject, only: [String] = [], isKept: Bool = false, width: Int = 4) {
        self.subject = subject
        self.only = only
        self.isKept = isKept
        self.width = max(1, width)
    }

    /// Names of all cases in their order, with the page of the contract, the rule on it, and what it says.
    public static var cases: [(name: String, page: String, rule: String, clause: String)] {
        ExamCase.all.map { ($0.name, $0.clause.page, $0.clause.rule, $0.clause.text) }
    }

    /// Sits the exam: its first two cases one after another, since they show what else can be asked; then the others side
    /// by side.
    ///
    /// - Throws: ``ExamError`` if the exam itself cannot be held.
    public func run() async throws -> ExamReport {
        for name in only where ExamCase.named(name) == nil {
            throw ExamError.noCase(name, near: NearestWord.find(name, among: ExamCase.all.map(\.name)))
        }
        let folder = try ExamFolder(isKept: isKept)
        defer { folder.leave() }
        let start = monotonicNanoseconds()
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
        // What every case builds on is told if it failed, whether it was asked for or not.
        if !only.isEmpty { results.removeAll { !only.contains($0.name) && !$0.verdict.isFailed } }
        return ExamReport(
            subject: subject.name, results: results, seconds: Double(monotonicNanoseconds() - start) / 1e9,
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

/// Cases that wait for a room.
final class CaseQueue: Sendable {
    private let waiting: Mutex<[ExamCase]>

    /// The longest first, so that the end does not wait for one of them.
    init(_ cases: [ExamCase]) { waiting = Mutex(cases.sorted { $0.seconds < $1.seconds }) }

    /// Takes the next one out.
    func take() -> ExamCase? { waiting.withLock { $0.popLast() } }
}
