import NavigationControl
import NavigationEvents

/// A case of the conformance test: a requirement of the contract, and the scenario that checks it.
struct ConformanceCase: Sendable {
    /// Name in kebab-case.
    var name: String
    /// The rule of the contract, and its requirement in a sentence.
    var clause: Clause
    /// The grade that requires it; the other grades include those of ``ControlGrade/listener``.
    var grade = ControlGrade.listener
    /// Approximate duration, seconds: the longest cases start first.
    var seconds: Double = 1
    /// The reason why the case does not apply to a control with these traits; `nil` if it applies.
    var reasonToSkip: @Sendable (Traits, TestedControl) -> String? = { _, _ in nil }
    /// The scenario: returns the observed behaviour, or throws the failure.
    var scenario: @Sendable (CaseFixture) throws(CaseEnding) -> String

    struct Clause: Sendable {
        /// Number of the rule, such as "L-6".
        var rule: String
        /// The requirement, in a sentence.
        var text: String

        /// Name of the page in `docs/contract`, by the letter of the rule.
        var page: String {
            let pages = [
                "C": "onControl", "E": "onNavigationStopped", "J": "joining", "L": "life", "N": "onNavigation",
                "P": "onCommand", "T": "transports",
                "V": "versioning",
                "W": "wire",
            ]
            return rule.first.flatMap { pages[String($0)] } ?? "README"
        }
    }
}

extension ConformanceCase {
    /// All cases, in the order of the report.
    static let all: [ConformanceCase] =
        joining + events + versions + bytes + busAway + ending + conduct + display + announcer + lossless

    static func named(_ name: String) -> ConformanceCase? { all.first { $0.name == name } }

    /// Does not apply to a control that reports no cues: the test cannot observe what it renders.
    static let needsCues: @Sendable (Traits, TestedControl) -> String? = { traits, _ in
        traits.rendersCues ? nil : "it reports no effects with the cue that they render"
    }

    static let needsHeartbeat: @Sendable (Traits, TestedControl) -> String? = { traits, _ in
        traits.hasHeartbeat ? nil : "it sends no heartbeats, which are optional"
    }
}
