import Access
import NavigationEvents
import Platform

/// The reason why events are only kept in memory. The description says what is wrong, where, and what to do.
package struct JournalProblem: Error, Hashable, CustomStringConvertible {
    package let description: String

    /// A call of the system failed for a file.
    init(_ file: String, _ code: Int32) {
        description =
            "failed to keep events in \(file): \(SystemError.text(code)); guidance continues, but events "
            + "of now would not survive the end of this process; free disk space, or name another folder"
    }

    /// The folder cannot be used.
    init(_ error: FolderError) {
        description = "failed to \(error); events are only kept in memory"
    }

    /// Sessions of an earlier bus have changed; `nil` if there are none.
    init?(sessions: [Session], _ state: String) {
        guard let first = sessions.first else { return nil }
        let more = sessions.count > 1 ? " and \(sessions.count - 1) more" : ""
        description = "session \"\(first.name)\"\(more) of the previous bus: \(state)"
    }

    /// The files of an earlier bus are not continued.
    init(notContinued reason: String) {
        description = "the journal of the previous bus is not continued: \(reason); a new run begins"
    }
}
