import RecordingTools
import CommandOutput
import ArgumentParser
import NavigationEvents
import Platform

/// `navbus diff A B`
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare two recordings event by event.",
        discussion: """
            Example: navbus diff monday.mcap replayed.mcap

            Compares the events of each topic, and the reports of each control, in their order. Values that differ in \
            every run are ignored: run, sequence, times of publishing and process ids, and when controls and taps \
            connect or leave. The exit code is 0 if the recordings are equal, and 1 if they differ.
            """)

    @Argument(
        help: ArgumentHelp("A recording; one part stands for all of them.", valueName: "recording"),
        completion: .file(extensions: ["mcap"]))
    var first: String

    @Argument(
        help: ArgumentHelp("The recording to compare it with.", valueName: "other"),
        completion: .file(extensions: ["mcap"]))
    var second: String

    @Flag(help: "Compare every byte of every event.")
    var exact = false

    @Option(help: ArgumentHelp("Compare only these events.", valueName: "event"))
    var only: [TapFilter] = []

    @Option(help: ArgumentHelp("How many differences are shown for each topic or control.", valueName: "count"))
    var most = 3

    func validate() throws {
        if most < 0 { throw ValidationError("--most must not be below 0.") }
    }

    func run() throws {
        let equivalence = EventEquivalence(isExact: exact)
        let comparison = RecordingComparison(
            left: RecordingSource([first], errorPolicy: .fail), right: RecordingSource([second], errorPolicy: .fail),
            topics: TapFilter.topics(only), equivalence: equivalence)
        var areEqual = true
        let seriesList = try comparison.allSeries()
        if seriesList.isEmpty { Output.line("neither holds an event that could be compared") }
        for series in seriesList {
            let result = try comparison.compare(series, limit: most)
            areEqual = areEqual && result.differenceCount == 0
            for line in DifferenceText(series, result, equivalence).lines { Output.line(line) }
        }
        if !areEqual { throw ExitStatus.negative.code }
    }
}
