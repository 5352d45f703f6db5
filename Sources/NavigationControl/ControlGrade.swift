/// A grade of a control: what people may rely on, as `navbus control check` determines it.
///
/// Each grade but ``listener`` includes ``listener``; the other three are independent of each other.
public enum ControlGrade: String, Sendable, Hashable, CaseIterable {
    /// It survives everything that a bus may send, and the end and the return of the bus.
    case listener
    /// It never shows a state that is over.
    case display
    /// It announces each cue once, also after a restart of the control or of the bus.
    case announcer
    /// It repairs each gap in the numbers, and reports the events that cannot be repaired.
    case lossless

    /// Names of grades, for people: `display, lossless`; "none" without any. ``listener`` is named only if it is alone.
    public static func text(_ grades: Set<ControlGrade>) -> String {
        let names = allCases.filter { grades.contains($0) && (grades.count == 1 || $0 != .listener) }.map(\.rawValue)
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}
