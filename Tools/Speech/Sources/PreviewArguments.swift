import Announcements
import NavigationControl
import NavigationEvents
import Speech

/// The command line of `navbus speech preview`.
struct PreviewArguments {
    /// The timing of announcements, as in the section `[guidance]` of a configuration.
    private enum Timing: String, CaseIterable {
        case early, normal, late

        var factor: Double {
            switch self {
            case .early: 1.5
            case .normal: 1
            case .late: 0.7
            }
        }
    }

    private enum Mode: String, CaseIterable {
        case car, bicycle, foot

        var mode: TravelMode {
            switch self {
            case .car: .car
            case .bicycle: .bicycle
            case .foot: .foot
            }
        }
    }

    static let help = """
        navbus speech preview: lists all announcements of routes, as if they were driven at the speeds of the route.

        Usage: navbus speech preview ROUTE... [options]

        ROUTE is the response of a routing server, or a GPX file. Each line gives the time of an announcement, the
        distance to the maneuver, the stage, the identity of the cue, and the text.

          --language TAG       of the announcements (default: en)
          --strings FILE       a string table that overrides that of the language
          --languages FOLDER   of string tables; default: those of navbus
          --units SYSTEM       \(UnitSystem.allCases.map(\.rawValue).joined(separator: ", ")) (default: metric)
          --timing TIMING      early, normal (default) or late
          --mode MODE          car, bicycle or foot, for routes without a travel mode
          --no-street-names, --no-signposts, --no-lanes
                               leave these out
          --samples            the names of clips instead of the text
          --json               one JSON object per line
          --list               the instruction of each step instead, as a list of the route has it
          --ends               how long before its maneuver each announcement ends, by espeak-ng, and a summary
          --brief              only the summary
          --driver DRIVER      \(PreviewDriver.Kind.allCases.map(\.rawValue).joined(separator: ", ")): a driver who is
                               not the one that guidance assumes; --noise is 4 then
          --speed FACTOR       speed of the voice, 0.5 to 2 (default: 1)
          --no-durations       guidance estimates how long the words take, as without a speech control
          --rate HZ            positions per second (default: 1)
          --noise METERS       error of the receiver (default: 0)
          --seed NUMBER        of the random noise (default: 1)

        Exit codes: 0 done, 64 wrong usage, 66 a route or a table cannot be used.
        """

    var paths: [String] = []
    var language = "en"
    var announcements = AnnouncementSettings()
    var drive = PreviewDrive.Settings()
    var mode: TravelMode?
    var isJSON = false
    var showsEnds = false
    /// Whether the instructions of the steps are printed instead of announcements.
    var isList = false
    /// Whether only the summary is printed.
    var isBrief = false
    /// The speed of the voice as a multiple of the normal one.
    var speed = 1.0
    /// Whether guidance gets the durations of the announcements.
    var reportsDurations = true
    private var table: String?
    private var folder = ""

    init(_ arguments: [String]) throws(CommandArguments.Problem) {
        let words = try CommandArguments(
            arguments,
            options: [
                "--language", "--strings", "--languages", "--units", "--timing", "--mode", "--rate", "--noise",
                "--seed", "--driver", "--speed",
            ],
            flags: [
                "--no-street-names", "--no-signposts", "--no-lanes", "--samples", "--json", "--ends", "--brief",
                "--list",
                "--no-durations",
            ])
        guard !words.words.isEmpty else { throw .init(text: "a route is needed") }
        paths = words.words
        language = words.text("--language") ?? language
        guard LanguageFolder.isTag(language) else {
            throw .init(text: "--language \(language): use a language tag, such as en or de-AT")
        }
        (table, folder) = (words.text("--strings"), words.text("--languages") ?? "")
        isList = words.has("--list")
        (isJSON, isBrief) = (words.has("--json"), words.has("--brief"))
        showsEnds = words.has("--ends") || isBrief
        try readAnnouncements(words)
        try readDrive(words)
    }

    private mutating func readAnnouncements(_ words: CommandArguments) throws(CommandArguments.Problem) {
        if let units: UnitSystem = try words.choice("--units") { (announcements.units, drive.units) = (units, units) }
        announcements.speaksStreetNames = !words.has("--no-street-names")
        announcements.speaksSignposts = !words.has("--no-signposts")
        announcements.speaksLanes = !words.has("--no-lanes")
        if words.has("--samples") { announcements.outputType = .samples }
    }

    private mutating func readDrive(_ words: CommandArguments) throws(CommandArguments.Problem) {
        let (timing, asked): (Timing?, Mode?) = (try words.choice("--timing"), try words.choice("--mode"))
        mode = asked?.mode
        drive.cueTimingFactor = timing?.factor ?? drive.cueTimingFactor
        let kind: PreviewDriver.Kind? = try words.choice("--driver")
        drive.driver = kind.map { PreviewDriver($0) }
        if kind != nil { drive.noiseMeters = 4 }
        speed = try words.number("--speed", in: 0.5...2) ?? speed
        reportsDurations = !words.has("--no-durations")
        drive.rateHertz = try words.number("--rate", in: 0.1...20) ?? drive.rateHertz
        drive.noiseMeters = try words.number("--noise", in: 0...100) ?? drive.noiseMeters
        drive.seed = try words.number("--seed", in: 0...1e9).map { UInt64($0) } ?? drive.seed
    }

    /// Loads the string table.
    func strings() throws -> StringTable {
        try LanguageFolder.words(for: language, table: table, setting: folder)
    }
}
