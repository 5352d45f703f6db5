import RecordingTools
import CommandOutput
import ArgumentParser
import NavigationEvents
import Platform
import Recording

/// `navbus info RECORDING`
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show the contents of a recording, and the missing events.",
        discussion: """
            Example: navbus info drive.mcap

            Reads the whole recording with all its parts, also if it is incomplete.
            """)

    @OptionGroup var recording: RecordingFile

    @Flag(help: "Print it as JSON.")
    var json = false

    func run() throws {
        let source = RecordingSource([recording.file])
        let info = try RecordingInfo(source.paths)
        var summary = RecordingSummary(isPartial: info.metadata.contains { $0[PreviousRecording.topicsKey] != nil })
        try source.forEach { summary.add($0) }
        if json {
            Output.line(InfoText.json(info, summary))
        } else {
            for line in InfoText.lines(info, summary) { Output.line(line) }
        }
    }
}
