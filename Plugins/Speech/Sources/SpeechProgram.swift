import NavigationControl
import Platform

/// The program `navbus-speech`.
package enum SpeechProgram {
    /// Runs the control, or the command that the arguments name; does not return.
    package static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let words = Array(arguments.dropFirst())
        switch arguments.first ?? "" {
        case "say": SayCommand.run(words).leave()
        case "read": ReadCommand.run(words).leave()
        case "preview":
            complain(usage: "the announcements of a route are listed by `navbus speech preview`")
            ExitStatus.usage.leave()
        case "voices": VoicesCommand.run(words).leave()
        case "doctor": SpeechDoctorCommand.run(words).leave()
        case "make-samples": MakeSamplesCommand.run(words).leave()
        case let name where AskCommand.usages.contains { $0.name == name }: AskCommand.run(name, words).leave()
        default:
            ControlProcess.run(
                "speech",
                summary: """
                    Speaks the announcements, to the sound server or a sound file.

                    Commands, each explains itself with --help:
                      say TEXT                        speaks a text
                      \(AskCommand.usages.map(\.name).joined(separator: ", "))
                                                      control the running speech control
                      read BOOK.plist                 reads a narrated book aloud
                      preview ROUTE                   lists the announcements of a route without driving
                      voices                          lists languages and voices
                      doctor                          reports whether voices and a sound server are there
                      make-samples                    records a voice with espeak-ng
                    """
            ) { context in try SpeechControl(context) }
        }
    }
}
