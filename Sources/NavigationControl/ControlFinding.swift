/// One thing that a control's doctor looked at, as a line that `navbus doctor` shows: the control's manifest says
/// `doctor = true`, and its executable prints such lines when its first argument is `doctor`.
public struct ControlFinding: Sendable, Hashable {
    /// How bad it is.
    public enum Grade: String, Sendable, Hashable, CaseIterable {
        /// As it should be.
        case fine
        /// Something is absent that not everybody needs.
        case absent
        /// Something is wrong.
        case fault
    }

    /// How bad it is.
    public var grade: Grade
    /// What was looked at.
    public var subject: String
    /// What was found.
    public var text: String
    /// The way out; empty if none is needed.
    public var remedy: String

    /// Makes a finding.
    public init(_ grade: Grade, subject: String, text: String, remedy: String = "") {
        self.grade = grade
        self.subject = subject
        self.text = text
        self.remedy = remedy
    }

    /// Reads a line; `nil` if it is none.
    public init?(line: some StringProtocol) {
        let parts = String(line).split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard (3...4).contains(parts.count), let grade = Grade(rawValue: parts[0]), !parts[1].isEmpty else {
            return nil
        }
        self.init(grade, subject: parts[1], text: parts[2], remedy: parts.count == 4 ? parts[3] : "")
    }

    /// Grade, subject, text and remedy with tabulators between them; what would end the line or a part is a space.
    public var line: String {
        [grade.rawValue, subject, text, remedy]
            .map { String($0.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }.joined(separator: "\t")
    }
}
