/// One way in which the world can go wrong during a guided drive, and what has to hold all the same.
protocol Fault {
    /// Its number in docs/faults.md.
    var number: Int { get }
    /// What is done, in a few words.
    var title: String { get }
    /// When it passes, in a few words.
    var passes: String { get }
    /// What it needs that not every machine has; `nil` if it can be done here.
    var obstacle: String? { get }

    /// Does it, again and again.
    ///
    /// - Parameters:
    ///   - arena: Where, with what, and how thoroughly.
    func inflict(in arena: Arena) throws -> FaultOutcome
}

extension Fault {
    var obstacle: String? { nil }
}

/// What came of a fault.
struct FaultOutcome {
    /// How often the fault was done.
    var tried = 0
    /// How often everything held.
    var survived = 0
    /// Events that an undisturbed drive has and this one lacks.
    var lost = 0
    /// Events that came twice.
    var doubled = 0
    /// The longest time to be whole again, in seconds.
    var worstSeconds: Double?
    /// What did not hold, and figures worth knowing.
    var notes: [String] = []

    /// Whether the fault passes.
    var passes: Bool { tried > 0 && survived == tried && lost == 0 && doubled == 0 && !isSpoilt }
    private var isSpoilt = false

    init(notes: [String] = []) { self.notes = notes }

    /// Takes note of something that concerns several tries.
    mutating func spoil(_ problem: String) {
        isSpoilt = true
        if notes.count < 12 { notes.append(problem) }
    }

    /// Judges a figure that concerns all tries.
    mutating func expect(_ holds: Bool, _ problem: @autoclosure () -> String) {
        if !holds { spoil(problem()) }
    }

    /// Takes note of one try.
    ///
    /// - Parameters:
    ///   - problems: What did not hold.
    ///   - seconds: How long it took to be whole again.
    ///   - limit: How long that may take; `nil` where it is not judged, as on a machine that is busy with tests.
    mutating func note(_ problems: [String], seconds: Double? = nil, limit: Double? = nil) {
        tried += 1
        var problems = problems
        if let seconds, let limit, seconds > limit { problems.append("whole again only after \(seconds) s") }
        if problems.isEmpty { survived += 1 }
        for problem in problems where notes.count < 5 { notes.append(problem) }
        if let seconds { worstSeconds = max(worstSeconds ?? 0, seconds) }
    }
}
