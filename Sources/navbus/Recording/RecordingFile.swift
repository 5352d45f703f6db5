import ArgumentParser

/// The argument for the recording that a command reads.
struct RecordingFile: ParsableArguments {
    @Argument(
        help: ArgumentHelp("A recording; one part stands for all of them.", valueName: "recording"),
        completion: .file(extensions: ["mcap"]))
    var file: String
}
