public import Platform

/// A finding of the doctor of a control, as a line that `navbus doctor` shows. A control with `doctor = true` in its
/// manifest prints such lines when the first argument of its executable is `doctor`.
public struct ControlFinding: Sendable, Hashable {
    /// The severity of a finding.
    public enum Grade: String, Sendable, Hashable, CaseIterable {
        /// The subject works.
        case fine
        /// Something is missing that only some users need.
        case absent
        /// Something is wrong.
        case fault
    }

    /// The severity.
    public var grade: Grade
    /// The thing that was checked.
    public var subject: String
    /// The result of the check.
    public var text: String
    /// The remedy; empty if none is needed.
    public var remedy: String

    /// Makes a finding.
    public init(_ grade: Grade, subject: String, text: String, remedy: String = "") {
        self.grade = grade
        self.subject = subject
        self.text = text
        self.remedy = remedy
    }

    /// Parses a line; `nil` if it is not a finding.
    public init?(line: some StringProtocol) {
        let parts = String(line).split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard (3...4).contains(parts.count), let grade = Grade(rawValue: parts[0]), !parts[1].isEmpty else {
            return nil
        }
        self.init(grade, subject: parts[1], text: parts[2], remedy: parts.count == 4 ? parts[3] : "")
    }

    /// Grade, subject, text and remedy, separated by tabs. A tab or newline within a part becomes a space.
    public var line: String {
        [grade.rawValue, subject, text, remedy]
            .map { String($0.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }.joined(separator: "\t")
    }
}

extension ControlFinding {
    /// The command `doctor` of a control: prints its findings, or its help.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after `doctor`; only a request for help is allowed.
    ///   - help: The text of the help.
    ///   - findings: Checks the subjects.
    /// - Returns: 0 with any findings, 64 for a wrong argument.
    public static func report(
        _ arguments: [String], help: String, _ findings: () -> [ControlFinding]
    ) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        guard arguments.isEmpty else {
            complain(usage: "unknown argument \"\(arguments[0])\"")
            return .usage
        }
        for finding in findings() { Terminal.line(finding.line) }
        return .success
    }
}
