import ArgumentParser
import CommandOutput
import NavigationEvents

/// `navbus describe`
struct DescribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe", abstract: "Print the words for the present guidance, or for a step of the route.")

    @Argument(help: "Number of the step in the route; the present guidance without it.")
    var step: Int?

    @Option(help: "Language of the words, such as de or en-GB; that of the speech control without it.")
    var language = ""

    @Option(help: "Form of the words.")
    var style = Style.sentence

    @OptionGroup var bus: BusOptions

    /// The forms of the words.
    enum Style: String, CaseIterable, ExpressibleByArgument {
        case sentence, instruction, maneuver

        fileprivate var wire: DescriptionStyle {
            switch self {
            case .sentence: .sentence
            case .instruction: .instruction
            case .maneuver: .maneuver
            }
        }
    }

    func run() throws {
        let subject = step.map { DescriptionQuery.Subject.step($0) } ?? .present
        let query = DescriptionQuery(subject, language: language, style: style.wire)
        if case .description(let description) = try bus.request(.describe(bus.session, query)) {
            Output.line(description.text)
        }
    }
}
