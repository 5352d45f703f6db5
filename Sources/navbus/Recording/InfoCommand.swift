import ArgumentParser
import NavigationEvents
import Platform
import Recording

/// `navbus info RECORDING`
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what a recording holds, and what it does not.",
        discussion: """
            Example: navbus info drive.mcap

            Reads the whole recording, also one that was cut, with all its parts.
            """)

    @OptionGroup var recording: RecordingFile

    @Flag(help: "Print it as JSON.")
    var json = false

    func run() throws {
        let source = RecordingSource([recording.file])
        let info = try RecordingInfo(source.paths)
        var summary = RecordingSummary(isPartial: info.metadata.contains { $0[RecordingPast.topicsKey] != nil })
        try source.forEach { summary.take($0) }
        if json {
            Output.line(InfoText.json(info, summary))
        } else {
            for line in InfoText.lines(info, summary) { Output.line(line) }
        }
    }
}
