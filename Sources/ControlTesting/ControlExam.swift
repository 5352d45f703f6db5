/// Examines a control, in any language, against the whole contract: a process on one side, a bus that is played on the
/// other.
public struct ControlExam: Sendable {
    /// Makes an exam.
    public init() {}
}
