import Glibc
import NavigationControl

let arguments = Array(CommandLine.arguments.dropFirst())
let words = Array(arguments.dropFirst())
switch arguments.first ?? "" {
case "say": exit(SayCommand.run(words).rawValue)
case "read": exit(ReadCommand.run(words).rawValue)
case "preview": exit(PreviewCommand.run(words).rawValue)
case "voices": exit(VoicesCommand.run(words).rawValue)
case "make-samples": exit(MakeSamplesCommand.run(words).rawValue)
case let name where AskCommand.usages.contains { $0.name == name }: exit(AskCommand.run(name, words).rawValue)
default:
    ControlProcess.run(
        "speech",
        summary: """
            Speaks the announcements, to the sound server or a sound file.

            Commands, each explains itself with --help:
              say TEXT                        says words
              \(AskCommand.usages.map(\.name).joined(separator: ", "))
                                              ask the control that runs for it
              read BOOK.plist                 reads a narrated book aloud
              preview ROUTE                   tells the announcements of a route without driving
              voices                          lists languages and voices
              make-samples                    makes a recorded voice
            """
    ) { context in try SpeechControl(context) }
}
