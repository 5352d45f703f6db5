import RecordingTools
import Launcher
import ArgumentParser
import EventBus
import NavigationEvents
import Platform
import Positions
import Supervisor
import TOML

/// `navbus replay RECORDING`
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Publish a recorded drive on a bus, at any speed.",
        discussion: """
            Example: navbus replay drive.mcap --speed 50 --config config/first-drive.toml

            Without a configuration it publishes the recorded bytes, for any tap or control that connects. With a \
            configuration its controls run as in a drive, and the recorded reports of controls are omitted. If only a \
            part is replayed, or the recording has gaps, events get new numbers. No event is lost at any speed: the \
            replay waits for subscribers that send heartbeats.
            """)

    @OptionGroup var recording: RecordingFile

    @Option(
        help: ArgumentHelp(
            "A configuration whose controls run; of the rest only [bus], [log] and [supervision] are used.",
            valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Begin at this time: seconds after the first event, or a time such as 2026-05-04T08:01:30Z.",
            valueName: "time"))
    var from: ReplayStart?

    @Option(help: ArgumentHelp("Replay only these events.", valueName: "event"))
    var only: [TapFilter] = []

    @Option(
        help: ArgumentHelp("Begin when this number of other taps and controls is connected.", valueName: "count"))
    var wait = 0

    @OptionGroup var arguments: RunArguments

    func validate() throws {
        if !(0...1000).contains(wait) { throw ValidationError("--wait must be from 0 to 1000.") }
        if config == nil, !arguments.overrides.isEmpty {
            throw ValidationError("--set is for the controls of a configuration: give --config too.")
        }
    }

    func run() async throws {
        let options = arguments.options()
        let source = RecordingSource([recording.file])
        var survey = ReplaySurvey()
        try source.forEach { survey.add($0) }
        guard let first = survey.first else { throw NotRecorded(what: "an event", recording: recording.file) }
        let screen: any RunScreen = options.logFormat == .json ? LogRecordScreen.json() : LineScreen()
        let configuredRun = try config.map { try BusRun(configuration: $0, options: options, screen: screen) }
        if let configuredRun { try check(configuredRun, survey) }
        try await ReplayRun(
            source: source, survey: survey,
            filter: ReplayFilter(
                topics: TapFilter.topics(only), from: from?.time(after: first), omitsReports: configuredRun != nil),
            pace: options.pace ?? .factor(1), endpoints: configuredRun?.endpoints ?? endpoints(),
            configuredRun: configuredRun, followers: wait, screen: configuredRun?.screen ?? screen
        ).run()
    }

    private func endpoints() throws(BusError) -> BusEndpoints {
        guard let folder = arguments.runFolder else { return BusEndpoints(folder: try .standard()) }
        return BusEndpoints(folder: RunFolder(path: PathResolver.absolute(folder)))
    }

    private func check(_ configuredRun: BusRun, _ survey: ReplaySurvey) throws {
        let session = configuredRun.loopPlan.session
        guard !survey.sessions.contains(session) else { return }
        let names = survey.sessions.map(\.name).joined(separator: ", ")
        throw ConfigurationError(
            file: configuredRun.configuration.file,
            text: "has session \"\(session.name)\", but the recording has: \(names); set bus.session")
    }
}

extension ReplayStart: ExpressibleByArgument {
    /// Reads `90`, `90.5` or `2026-05-04T08:01:30Z`.
    package init?(argument: String) { self.init(argument) }
}
