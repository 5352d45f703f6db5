public import ArgumentParser
import EventBus
import Glibc
public import NavigationEvents

/// The options that select the bus and the session.
struct BusOptions: ParsableArguments {
    @OptionGroup var address: BusAddress

    @Option(help: ArgumentHelp("The guided vehicle or person; NAVBUS_SESSION is the default.", valueName: "name"))
    var session = Self.sessionOfEnvironment ?? .main

    @OptionGroup var fleet: FleetAddress

    func validate() throws {
        if let name = Self.sessionName, Session(name) == nil {
            throw ValidationError("NAVBUS_SESSION is \"\(name)\"; a session has 1 to 32 of a-z, 0-9, - and _.")
        }
        try fleet.check(session, address)
    }

    private static var sessionOfEnvironment: Session? { sessionName.flatMap { Session($0) } }

    /// The session that the environment names, as for a control; `nil` if it names none.
    private static var sessionName: String? {
        getenv("NAVBUS_SESSION").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The endpoint to connect to. That of a session of a fleet exists from the first call on.
    var requestsEndpoint: String {
        get throws(BusError) { try fleet.endpoint(of: session) ?? address.requestsEndpoint }
    }

    /// A client of the running bus; throws at once if the socket of the bus does not exist.
    func client() throws(BusError) -> BusClient { try BusClient(ofRunningBusAt: requestsEndpoint) }

    /// Sends one request; throws if no bus runs or answers, or it refuses.
    func request(_ request: Request, timeout: Duration = .seconds(3)) throws(BusError) -> Reply {
        try client().request(request, timeout: timeout)
    }
}

/// The options that select the bus.
struct BusAddress: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Request endpoint of the bus; default: NAVBUS_ENDPOINT, else that of the run folder.", valueName: "endpoint"
        ))
    var endpoint: String?

    @Option(
        help: ArgumentHelp(
            "File of the key to show to a bus on another machine; default: NAVBUS_KEY.", valueName: "file"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Public key of that bus, as navbus keys show prints it there; default: NAVBUS_BUS_KEY.", valueName: "key"))
    var busKey: String?

    /// Puts the keys into the environment, where every client of this process finds them, like those of controls.
    func validate() {
        if let key { setenv("NAVBUS_KEY", key, 1) }
        if let busKey { setenv("NAVBUS_BUS_KEY", busKey, 1) }
    }

    /// The endpoint to connect to.
    var requestsEndpoint: String {
        if let endpoint { return endpoint }
        if let given = getenv("NAVBUS_ENDPOINT"), given.pointee != 0 { return String(cString: given) }
        return BusEndpoints.standard.requests
    }

    /// A client of the running bus; throws at once if the socket of the bus does not exist.
    func client() throws(BusError) -> BusClient { try BusClient(ofRunningBusAt: requestsEndpoint) }

    /// Sends one request; throws if no bus runs or answers, or it refuses.
    func request(_ request: Request, timeout: Duration = .seconds(3)) throws(BusError) -> Reply {
        try client().request(request, timeout: timeout)
    }
}

/// The option that selects a fleet instead of a bus.
struct FleetAddress: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "NATS servers of a fleet that has the session, such as nats://fleet.example:4222.", valueName: "url"))
    var server: String?

    /// Checks the options: a fleet has no session `main`.
    func check(_ session: Session?, _ address: BusAddress) throws {
        guard server != nil else { return }
        if address.endpoint != nil { throw ValidationError("Give --server or --endpoint, not both.") }
        guard let session, session != .main else {
            throw ValidationError("--server needs --session with the name of a session of the fleet.")
        }
    }

    /// The endpoint of a bus with a session of the fleet; `nil` without a fleet.
    func endpoint(of session: Session) throws(BusError) -> String? {
        try server.map { server throws(BusError) in try FleetConnection.endpoint(of: session, at: server) }
    }
}

extension Session: ExpressibleByArgument {
    /// Reads a session name: 1 to 32 of a-z, 0-9, - and _.
    public init?(argument: String) { self.init(argument) }

    /// The name, as it is typed.
    public var defaultValueDescription: String { name }
}
