import ArgumentParser
import EventBus
import NavigationEvents

/// `navbus trace RECORDING TICK`
struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Show the way of a fix: guidance, cue, and what the controls made of it.",
        discussion: """
            Example: navbus trace drive.mcap 651

            Each line says how many milliseconds after the fix it happened; what did not happen is named too. \
            "live" in place of a recording asks the running bus for what it still has in its journal.
            """)

    @Argument(
        help: ArgumentHelp("A recording, or live for the running bus.", valueName: "recording"),
        completion: .file(extensions: ["mcap"]))
    var recording: String

    @Argument(help: "Number of the fix, as navbus tap shows it.")
    var tick: UInt64?

    @Flag(help: "Trace the cue that became due last.")
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
            recording == "live"
            ? JournalSource(endpoint: bus.requestsEndpoint, session: bus.session) : RecordingSource([recording])
        try source.forEach(of: [.onGPS, .onNavigation, .onControl]) { collector.take($0) }
        let traces = collector.traces()
        guard !traces.isEmpty else { throw NotRecorded(what: wanted, place: recording) }
        for (place, trace) in traces.enumerated() {
            if place > 0 { Output.line("") }
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

/// What was asked for is not in the recording. The description completes "failed to …".
struct NotRecorded: Error, CustomStringConvertible {
    var what: String
    var place: String

    var description: String {
        place == "live"
            ? "find \(what): the bus has not published it, or its journal no longer holds it; record with navbus record"
            : "find \(what) in \(place): it is not there; navbus info \(place) shows what is"
    }
}
