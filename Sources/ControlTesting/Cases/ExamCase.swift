import NavigationEvents

/// A case of the exam: something the contract says, and a road on which it shows.
struct ExamCase: Sendable {
    /// In kebab-case.
    var name: String
    /// The rule of the contract, and what it says, in a sentence.
    var clause: Clause
    /// About how long it takes, in seconds: the longest are begun first.
    var seconds: Double = 1
    /// Why it is not asked of a control like this; `nil` if it is.
    var isNotAsked: @Sendable (Traits, ExamSubject) -> String? = { _, _ in nil }
    /// The road, which ends with what was seen, or throws what was missed.
    var road: @Sendable (Bench) throws(CaseEnding) -> String

    struct Clause: Sendable {
        /// What it is called, as "L-6".
        var rule: String
        /// What it says.
        var text: String

        /// Name of its page in `docs/contract`: each page has a letter.
        var page: String {
            let pages = [
                "C": "onControl", "J": "joining", "L": "life", "N": "onNavigation", "P": "onCommand", "T": "transports",
                "V": "versioning",
                "W": "wire",
            ]
            return rule.first.flatMap { pages[String($0)] } ?? "README"
        }
    }
}

extension ExamCase {
    /// All of them, in the order in which they are told.
    static let all: [ExamCase] =
        joining + events + versions + bytes + busAway + ending + conduct

    static func named(_ name: String) -> ExamCase? { all.first { $0.name == name } }

    /// Not asked of who reports no cues: what it renders cannot be seen.
    static let needsCues: @Sendable (Traits, ExamSubject) -> String? = { traits, _ in
        traits.rendersCues ? nil : "it reports no effects with the cue that they render"
    }

    static let needsHeartbeat: @Sendable (Traits, ExamSubject) -> String? = { traits, _ in
        traits.hasHeartbeat ? nil : "it has sent no heartbeat, and need not"
    }
}
