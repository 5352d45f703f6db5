/// One thing the doctor looked at.
struct Finding {
    /// How bad it is.
    enum Grade {
        /// As it should be.
        case fine
        /// Something is absent that not everybody needs.
        case absent
        /// Something is wrong.
        case fault
    }

    var grade: Grade
    /// What was looked at ("sound").
    var subject: String
    /// What was found.
    var text: String
    /// The way out; empty if none is needed.
    var remedy = ""

    /// The finding in a line, and the way out in a second one.
    func lines(_ style: Style) -> [String] {
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
