import NavigationControl
import NavigationEvents

/// The command line of `navbus-speech say`.
struct SayArguments {
    static let help = """
        navbus-speech say: speaks a text, between the announcements of the running speech control.

        Usage: navbus-speech say TEXT... [options]

        TEXT may be several words; - reads it from the standard input; after -- words may begin with -.

          --ssml               the text is SSML
          --voice VOICE        language (de, en-GB) or name of the voice; if it does not exist, the usual voice speaks
                               after a warning
          --rate NUMBER        0 to 1, 0.5 is usual; above 1 it is a multiple of the usual speed
          --pitch NUMBER       0.5 to 2, 1 is usual
          --volume NUMBER      0 to 1, 1 is usual
          --no-wait            ends as soon as the bus has accepted the text, not when it was spoken
          --here               uses no bus: speaks through the sound server; this is the default if there is no bus
          --to FILE            uses no bus: writes the sound into this WAV file

        \(OperatorOptions.help)

        Exit codes: 0 the text was spoken, 64 wrong usage, 69 it was not spoken, 70 it is not known whether it was or
        will be spoken, 74 the file cannot be written, 76 the bus refused.
        """

    var text: SpokenText
    /// Whether the command waits until the text was spoken.
    var waits: Bool
    /// Whether the command speaks without a bus.
    var isHere: Bool
    /// The path of the sound file; `nil` for none.
    var file: String?
    let words: CommandArguments

    /// The beginning of the text, for a message of one line.
    var excerpt: String {
        let characters = 60
        return text.text.count > characters ? text.text.prefix(characters - 1) + "…" : text.text
    }

    /// Parses the arguments.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the subcommand.
    ///   - input: Reads the standard input.
    init(_ arguments: [String], input: () -> String) throws(CommandArguments.Problem) {
        words = try CommandArguments(
            arguments, options: OperatorOptions.options.union(["--voice", "--rate", "--pitch", "--volume", "--to"]),
            flags: ["--ssml", "--no-wait", "--here"])
        text = SpokenText(
            text: words.words == ["-"] ? input() : words.words.joined(separator: " "), isSSML: words.has("--ssml"),
            voice: words.text("--voice") ?? "", rate: try words.number("--rate", in: SpokenText.rates),
            pitchMultiplier: try words.number("--pitch", in: SpokenText.pitchMultipliers),
            volume: try words.number("--volume", in: SpokenText.volumes))
        waits = !words.has("--no-wait")
        file = words.text("--to")
        isHere = words.has("--here") || file != nil
        if isHere, !waits { throw .init(text: "--no-wait needs the bus; leave it out with --here or --to") }
        if file == "" { throw .init(text: "--to wants the name of a sound file") }
        if let problem = text.problem { throw .init(text: "\(problem)") }
    }
}
