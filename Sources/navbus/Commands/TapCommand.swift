import ArgumentParser
import EventBus
import EventCodec
import Glibc
import NavigationEvents

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
        if !RequestDesk.isName(name) { throw ValidationError("--name \(RequestDesk.nameRule)") }
    }

    func run() throws {
        let topics = only.isEmpty ? Topic.allCases : only.map(\.topic)
        let hello = Hello(control: name, session: bus.session, topics: topics, processID: getpid())
        let json = json
        try TapLoop(endpoint: bus.requestsEndpoint, hello: hello).run { envelope in
            Output.line(json ? envelope.json() : TapLine(envelope).text)
        }
    }
}

/// The events one can choose from.
enum TapFilter: String, ExpressibleByArgument, CaseIterable {
    case gps, navigation, started, stopped, control

    var topic: Topic {
        switch self {
        case .gps: .onGPS
        case .navigation: .onNavigation
        case .started: .onNavigationStarted
        case .stopped: .onNavigationStopped
        case .control: .onControl
        }
    }
}
