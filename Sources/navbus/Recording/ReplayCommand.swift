import ArgumentParser
import EventBus
import NavigationEvents
import NavigationLoop
import Platform
import Positions
import Supervisor
import TOML

/// `navbus replay RECORDING`
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Put a recorded drive back on a bus, at any speed.",
        discussion: """
            Example: navbus replay drive.mcap --speed 50 --config config/first-drive.toml

            Without a configuration it publishes the very bytes that were recorded, for any tap or control that \
            joins. With one its controls follow as in a drive, and what controls reported then is left out. Where \
            only a part is replayed, or the recording has holes, events are numbered anew. Whoever follows gets \
            everything, at every speed: the replay waits for those who say that they are alive.
            """)

    @OptionGroup var recording: RecordingFile

    @Option(
        help: ArgumentHelp(
            "A configuration whose controls follow; else only [bus], [log] and [supervision] count.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Begin there: seconds after the first event, or a time such as 2026-05-04T08:01:30Z.", valueName: "time"))
    var from: ReplayStart?

    @Option(help: ArgumentHelp("Replay only these events.", valueName: "event"))
    var only: [TapFilter] = []

    @Option(help: ArgumentHelp("Wait for so many taps and controls of others before it begins.", valueName: "count"))
    var wait = 0

    @OptionGroup var options: RunOptions

    func validate() throws {
        if !(0...1000).contains(wait) { throw ValidationError("--wait must be from 0 to 1000.") }
        if config == nil, !options.overrides.isEmpty {
            throw ValidationError("--set is for the controls of a configuration: give --config too.")
        }
    }

    func run() async throws {
        let source = RecordingSource([recording.file])
        var survey = ReplaySurvey()
        try source.forEach { survey.take($0) }
        guard let first = survey.first else { throw NotRecorded(what: "an event", place: recording.file) }
        let screen: any RunScreen = options.logFormat == .json ? RecordScreen.json() : LineScreen()
        let configuration = try config.map { try BusRun(configuration: $0, options: options, screen: screen) }
        if let configuration { try check(configuration, survey) }
        try await ReplayRun(
            source: source, survey: survey,
            filter: ReplayFilter(
                topics: TapFilter.topics(only), from: from?.time(after: first), leavesOutReports: configuration != nil),
            pace: options.speed ?? .factor(1), endpoints: configuration?.endpoints ?? endpoints(),
            configuration: configuration, followers: wait, screen: configuration?.screen ?? screen
        ).run()
    }

    private func endpoints() throws(BusError) -> BusEndpoints {
        guard let folder = options.runFolder else { return BusEndpoints(folder: try .standard()) }
        return BusEndpoints(folder: RunFolder(path: PathResolver.absolute(folder)))
    }

    private func check(_ configuration: BusRun, _ survey: ReplaySurvey) throws {
        let session = configuration.loopPlan.session
        guard !survey.sessions.contains(session) else { return }
        let names = survey.sessions.map(\.name).joined(separator: ", ")
        throw ConfigurationError(
            file: configuration.profile.file,
            text: "is about session \"\(session.name)\", and the recording holds: \(names); set bus.session")
    }
}
