import NavigationControl
import NavigationEvents

/// The command line of `navbus-speech say`.
struct SayArguments {
    static let help = """
        navbus-speech say: says words, between the announcements of the speech control that runs.

        Usage: navbus-speech say TEXT... [options]

        TEXT may be several words; - takes it from the standard input; behind -- words may begin with -.

          --ssml               the text is SSML
          --voice VOICE        language (de, en-GB) or name of the voice; if there is none such, a warning says so, and
                               the usual voice speaks
          --rate NUMBER        0 to 1, 0.5 is usual; above 1 it is a multiple of the usual speed
          --pitch NUMBER       0.5 to 2, 1 is usual
          --volume NUMBER      0 to 1, 1 is usual
          --no-wait            ends as soon as the bus has taken it, not when it was said
          --here               asks no bus: speaks by itself, through the sound server; so it does where there is no bus
          --to FILE            asks no bus: writes the sound into this WAV file

        \(BusWords.help)

        Exit codes: 0 it was said, 64 wrong usage, 69 it was not said, 70 it is not known whether it was or will be said,
        74 the file cannot be written, 76 the bus refused.
        """

    var text: SpokenText
    /// Whether it waits until the text was said.
    var waits: Bool
    /// Whether it asks no bus.
    var isHere: Bool
    /// The sound file that is wanted.
    var file: String?
    let words: CommandWords

    /// - Parameter input: Reads the standard input.
    init(_ arguments: [String], input: () -> String) throws(CommandWords.Problem) {
        words = try CommandWords(
            arguments, options: BusWords.options.union(["--voice", "--rate", "--pitch", "--volume", "--to"]),
            flags: ["--ssml", "--no-wait", "--here"])
        text = SpokenText(
            text: words.words == ["-"] ? input() : words.words.joined(separator: " "), isSSML: words.has("--ssml"),
            voice: words.text("--voice") ?? "", rate: try words.number("--rate", in: SpokenText.rates),
            pitchMultiplier: try words.number("--pitch", in: SpokenText.pitchMultipliers),
            volume: try words.number("--volume", in: SpokenText.volumes))
        waits = !words.has("--no-wait")
        file = words.text("--to")
        isHere = words.has("--here") || file != nil
        if isHere, !waits { throw .init(text: "--no-wait asks the bus; leave it out with --here or --to") }
        if file == "" { throw .init(text: "--to wants the name of a sound file") }
        if let problem = text.problem { throw .init(text: "\(problem); try --help") }
    }
}
