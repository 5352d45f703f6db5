package import CommandOutput

/// The result of one check of the doctor.
package struct Finding {
    /// The severity of a finding.
    package enum Grade {
        /// As it should be.
        case fine
        /// Something is absent that not every user needs.
        case absent
        /// Something is wrong.
        case fault
    }

    package var grade: Grade
    /// The subject of the check, such as "sound".
    var subject: String
    /// The result.
    var text: String
    /// The remedy; empty if none is needed.
    var remedy = ""

    /// The finding in a line, and the remedy in a second one.
    package func lines(_ style: Style) -> [String] {
        let mark =
            switch grade {
            case .fine: style.green("ok    ")
            case .absent: style.yellow("absent")
            case .fault: style.red("fault ")
            }
        let first = "\(mark)  \(style.bold(subject)): \(text)"
        return remedy.isEmpty ? [first] : [first, "        → \(remedy)"]
    }
}
