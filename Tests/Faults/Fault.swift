/// A fault that is injected into a guided drive, and the properties that must hold nevertheless.
protocol Fault {
    /// A short description of the fault.
    var title: String { get }
    /// A short description of the criterion.
    var passes: String { get }
    /// The reason why the fault cannot be injected on this machine; `nil` if it can.
    var obstacle: String? { get }

    /// Injects the fault a number of times.
    ///
    /// - Parameter context: the settings and helpers.
    /// - Returns: the results of all tries.
    func inflict(in context: FaultContext) throws -> FaultOutcome
}

extension Fault {
    var obstacle: String? { nil }

    /// The name in docs/faults.md and after `--only`: `KilledBus` is `killed-bus`.
    var name: String {
        var name = ""
        for letter in String(describing: type(of: self)) {
            if letter.isUppercase, !name.isEmpty { name += "-" }
            name += letter.lowercased()
        }
        return name
    }
}

/// The results of a fault.
struct FaultOutcome {
    /// Number of tries.
    var tried = 0
    /// Number of tries in which all properties held.
    var survived = 0
    /// Number of events of the undisturbed drive that are missing.
    var lost = 0
    /// Number of events that came twice.
    var doubled = 0
    /// The longest recovery time, seconds.
    var worstSeconds: Double?
    /// Properties that did not hold, and notable figures.
    var notes: [String] = []

    /// Whether the fault passes.
    var passes: Bool { tried > 0 && survived == tried && lost == 0 && doubled == 0 && !hasProblem }
    private var hasProblem = false

    init(notes: [String] = []) { self.notes = notes }

    /// Notes a problem of several tries, which makes the fault fail.
    mutating func addProblem(_ problem: String) {
        hasProblem = true
        if notes.count < 12 { notes.append(problem) }
    }

    /// Checks a property of all tries.
    mutating func expect(_ holds: Bool, _ problem: @autoclosure () -> String) {
        if !holds { addProblem(problem()) }
    }

    /// Notes one try.
    ///
    /// - Parameters:
    ///   - problems: the properties that did not hold.
    ///   - seconds: the recovery time.
    ///   - limit: the limit of the recovery time; `nil` for none, as on a machine that is busy with tests.
    mutating func note(_ problems: [String], seconds: Double? = nil, limit: Double? = nil) {
        tried += 1
        var problems = problems
        if let seconds, let limit, seconds > limit { problems.append("recovered only after \(seconds) s") }
        if problems.isEmpty { survived += 1 }
        for problem in problems where notes.count < 5 { notes.append(problem) }
        if let seconds { worstSeconds = max(worstSeconds ?? 0, seconds) }
    }
}
