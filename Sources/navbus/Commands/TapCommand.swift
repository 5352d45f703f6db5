import RecordingTools
import CommandOutput
import ArgumentParser
import EventBus
import EventCodec
import Glibc
import NavigationEvents
import Platform

/// `navbus tap`
struct TapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Print the events of the running bus, one per line, until Ctrl-C.",
        discussion: "Waits for a bus if none runs yet. With several --only, events of each of them are shown.")

    @OptionGroup var bus: BusOptions

    @Flag(help: "Print each event as one line of JSON (protobuf's JSON form of navbus.v1.Envelope).")
    var json = false

    @Option(
        help: ArgumentHelp("Show only these events.", valueName: "event"))
    var only: [TapFilter] = []

    @Option(
        help: ArgumentHelp(
            "The way on which events come: from the memory of the bus (ring), or over ZeroMQ (zmq).", valueName: "way"))
    var transport: EventTransport?

    @Option(help: "The name of the tap on the bus.")
    var name = "tap"

    func validate() throws {
        if !PeerName.isValid(name) { throw ValidationError("--name \(PeerName.rule)") }
    }

    func run() throws {
        let topics = Topic.allCases.filter(TapFilter.topics(only).contains)
        let hello = Hello(control: name, session: bus.session, topics: topics, processID: getpid())
        var printer = TapPrinter(isJSON: json)
        // A reader such as head may end first; the tap then still says goodbye to the bus.
        signal(SIGPIPE, SIG_IGN)
        try TapLoop(endpoint: bus.requestsEndpoint, hello: hello, over: transport).run(&printer)
        if Output.isReaderGone || Terminal.isOutputAbandoned { throw ExitCode.success }
    }
}

/// Prints events. Losses that could not be repaired are reported on standard error.
struct TapPrinter: DeliveryHandler {
    let isJSON: Bool

    // A reader may end while there is nothing to print.
    var isDone: Bool { Output.hasFailed || Terminal.isOutputAbandoned }

    func handle(_ delivery: Delivery) {
        switch delivery {
        case .event(let envelope): Output.line(isJSON ? envelope.json() : TapLine(envelope).text)
        case .resynchronized(let missed):
            Output.error("\(missed) events were lost; the tap continues with the present state")
        case .restarted: Output.error("the bus was restarted")
        }
    }
}

/// The events that `--only` selects.
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
