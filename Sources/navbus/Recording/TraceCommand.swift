import RecordingTools
import CommandOutput
import ArgumentParser
import EventBus
import NavigationEvents

/// `navbus trace RECORDING TICK`
struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Show what followed a fix: guidance, cue, and the effects of the controls.",
        discussion: """
            Example: navbus trace drive.mcap 651

            Each line begins with the milliseconds since the fix; missing effects are listed too. "live" instead of a \
            recording traces the events in the journal of the running bus.
            """)

    @Argument(
        help: ArgumentHelp("A recording, or live for the running bus.", valueName: "recording"),
        completion: .file(extensions: ["mcap"]))
    var recording: String

    @Argument(help: "The tick of the fix, as navbus tap shows it.")
    var tick: UInt64?

    @Flag(help: "Trace the latest due cue.")
    var last = false

    @Flag(help: "Trace every cue.")
    var all = false

    @Option(help: ArgumentHelp("Trace all stages of a cue.", valueName: "identity"))
    var cue: UInt64?

    @OptionGroup var bus: BusOptions

    func validate() throws {
        let given = [tick != nil, last, all, cue != nil].filter { $0 }.count
        if given != 1 { throw ValidationError("Give one of: a tick, --last, --all, --cue.") }
    }

    func run() throws {
        var collector = TraceCollector(query)
        let source: any EventSource =
            try recording == "live"
            ? JournalSource(endpoint: bus.requestsEndpoint, session: bus.session) : RecordingSource([recording])
        try source.forEach(of: [.onGPS, .onNavigation, .onControl]) { collector.add($0) }
        let traces = collector.traces()
        guard !traces.isEmpty else { throw NotRecorded(what: wanted, recording: recording) }
        for (index, trace) in traces.enumerated() {
            if index > 0 { Output.line("") }
            for line in TraceText(trace).lines { Output.line(line) }
        }
    }

    private var query: TraceQuery {
        if let tick { return .tick(tick) }
        if let cue { return .cue(cue) }
        return all ? .all : .last
    }

    private var wanted: String {
        if let tick { return "tick \(tick)" }
        if let cue { return "cue \(cue)" }
        return "cue"
    }
}
