import ArgumentParser
import EventBus
import EventCodec
import Glibc
import NavigationEvents
import Platform

/// `navbus tap`
struct TapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Print the events of the running bus, a line each, until it is told to end.",
        discussion: "Waits for a bus if none runs yet. Several --only show events of any of them.")

    @OptionGroup var bus: BusOptions

    @Flag(help: "Print each event as one line of JSON (protobuf's JSON form of navbus.v1.Envelope).")
    var json = false

    @Option(
        help: ArgumentHelp("Show only these events.", valueName: "event"))
    var only: [TapFilter] = []

    @Option(help: "How the tap introduces itself to the bus.")
    var name = "tap"

    func validate() throws {
        if !PeerName.isValid(name) { throw ValidationError("--name \(PeerName.rule)") }
    }

    func run() throws {
        let topics = Topic.allCases.filter(TapFilter.topics(only).contains)
        let hello = Hello(control: name, session: bus.session, topics: topics, processID: getpid())
        var printer = TapPrinter(isJSON: json)
        // Whoever reads may go before we do, as head does: the bus is told that we leave then.
        signal(SIGPIPE, SIG_IGN)
        try TapLoop(endpoint: bus.requestsEndpoint, hello: hello).run(&printer)
        if Output.isReaderGone { throw ExitCode.success }
    }
}

/// Prints events; losses that could not be repaired are told on standard error.
struct TapPrinter: TapListener {
    let isJSON: Bool

    var isDone: Bool { Output.hasFailed }

    func take(_ delivery: Delivery) {
        switch delivery {
        case .event(let envelope): Output.line(isJSON ? envelope.json() : TapLine(envelope).text)
        case .resynchronized(let missed): Output.error("\(missed) events were lost; going on with the present state")
        case .restarted: Output.error("the bus was restarted")
        }
    }
}

/// The events one can choose from.
enum TapFilter: String, ExpressibleByArgument, CaseIterable {
    case gps, navigation, started, stopped, control, command, heading

    var topic: Topic {
        switch self {
        case .gps: .onGPS
        case .navigation: .onNavigation
        case .started: .onNavigationStarted
        case .stopped: .onNavigationStopped
        case .control: .onControl
        case .command: .onCommand
        case .heading: .onHeading
        }
    }

    /// The topics of the chosen events; all of them if none was chosen.
    static func topics(_ chosen: [TapFilter]) -> Set<Topic> {
        Set(chosen.isEmpty ? Topic.allCases : chosen.map(\.topic))
    }
}
