import CommandOutput
import EventBus
import Glibc
import NavigationControl
package import NavigationEvents
package import Supervisor
import TOML
import Platform
import RouteRequests

/// A run: a bus with its source, its route and its controls, from its configuration to its end.
package struct BusRun {
    /// How long the drive waits at least for the controls to be ready. After this time it starts without the missing ones.
    package static let readinessTimeout: Duration = .seconds(5)
    /// How long a bus that was just started may take to answer; it may have to read a drive log first.
    static let startTimeoutSeconds = 15.0

    package let configuration: RunConfiguration
    package let controlSet: ControlSet
    let route: Route?
    package let endpoints: BusEndpoints
    /// The work of the bus process.
    package let loopPlan: LoopPlan
    /// How the process of the bus is started.
    let busPlan: LaunchPlan
    /// The path of the socket to which the bus sends its status; `nil` if it has no folder.
    var statusPath: String? { endpoints.statusPath }
    /// Shows the output and the state of the controls to people.
    package let screen: any RunScreen
    let service = ServiceManager()
    /// Further processes of the run: the recorder and the metrics server.
    package var helperProcesses: [LaunchPlan]

    /// Reads and checks the whole configuration before any process is started.
    ///
    /// - Parameters:
    ///   - file: The path of the configuration file.
    ///   - options: The options of the command line, which override the file.
    ///   - screen: Shows the events and messages of the run.
    package init(
        configuration file: String, options: RunOptions, screen: any RunScreen
    ) throws {
        let catalog = ControlCatalog.discover()
        // A control that seems to be missing may have a broken manifest.
        for problem in catalog.problems { Output.error("\(Style.error.yellow("warning:")) \(problem)") }
        let router = try options.routingServer.map { server throws(ConfigurationError) in
            try Self.router(server, catalog)
        }
        let overrides = try (options.overrides + (router?.overrides ?? [])).map { text throws(ConfigurationError) in
            try SettingOverride(text)
        }
        var configuration = try ConfigurationReader(
            file: file, knownControls: catalog.entries.map(\.manifest.id), overrides: overrides.filter(\.isOfNavbus),
            refusal: { catalog.refusal($0)?.error }
        ).configuration()
        if let pace = options.pace { configuration.source?.pace = pace }
        if let router, !configuration.controls.contains(router.id) { configuration.controls.append(router.id) }
        controlSet = try ControlSet(
            configuration: configuration, catalog: catalog, overrides: overrides.filter { !$0.isOfNavbus })
        route = try configuration.route.map {
            try RouteFile.read($0.path, provider: $0.provider, alternative: $0.alternative)
        }
        try configuration.source?.check(file: file, hasRoute: route != nil)
        if configuration.source?.kind == .simulate, configuration.source?.startTime == nil {
            configuration.source?.startTime = .now
        }
        let folder = try options.runFolder.map { RunFolder(path: PathResolver.absolute($0)) } ?? .standard()
        endpoints = BusEndpoints(configuration.bus, folder: folder)
        // Throws if the endpoint is wrong; nothing is sent.
        _ = try BusClient(requests: endpoints.requests)
        loopPlan = LoopPlan(
            configuration: configuration, controlSet: controlSet, endpoints: endpoints, folder: folder,
            resumeKey: try Self.resumeKey(configuration, options.overrides + (router?.overrides ?? [])))
        if let id = configuration.bus.program {
            busPlan = try LaunchPlan.bus(of: id, in: catalog, at: endpoints, file: file)
            guard configuration.source?.needsReceivers != true else {
                throw ConfigurationError(
                    file: file,
                    text: "has bus.program \"\(id)\", which cannot use a source of kind "
                        + "\"\(configuration.source?.kind.rawValue ?? "")\"; remove one of them")
            }
        } else {
            busPlan = try LaunchPlan.bus(for: configuration.source, at: endpoints)
        }
        helperProcesses = configuration.helperProcesses(endpoints: endpoints, folder: folder)
        try configuration.makeFolders()
        self.screen =
            try configuration.log.map { try LoggingScreen(screen, log: $0, format: $0.format ?? options.logFormat) }
            ?? screen
        self.configuration = configuration
    }

    /// How long the drive waits for the controls to be ready: as long as they may take to say hello.
    var readinessTimeout: Duration {
        max(Self.readinessTimeout, .seconds(configuration.supervision.timeouts.readySeconds))
    }
    package var controlNames: [String] { controlSet.members.map(\.entry.manifest.id) }
    var helperProcessNames: [String] { helperProcesses.map(\.control) }

    /// Runs until the recording ends or a signal arrives.
    package func run() async throws {
        // The drive continues when the reader of standard output has gone.
        signal(SIGPIPE, SIG_IGN)
        let interrupts = Interrupts()
        defer { interrupts.cancel() }
        let controller = RunController(run: self)
        let guiding = Task { try await controller.guide() }
        let listening = Task {
            var isFirst = true
            for await _ in interrupts.signals {
                // The second signal kills the controls that have not ended yet.
                if isFirst { guiding.cancel() } else { await controller.killRemaining() }
                isFirst = false
            }
        }
        let outcome = await guiding.result
        await controller.end()
        listening.cancel()
        try outcome.get()
        if let failure = await controller.failure { throw failure }
    }

    /// The control with the role router, and its settings for a routing server.
    private static func router(
        _ server: RunOptions.RoutingServer, _ catalog: ControlCatalog
    ) throws(ConfigurationError) -> (id: String, overrides: [String]) {
        let id = try catalog.router().manifest.id
        return (id, ["\(id).url=\(server.address)"] + (server.engine.map { ["\(id).engine=\($0)"] } ?? []))
    }

    /// The key by which a bus recognizes the run of a killed launcher, to resume it.
    ///
    /// A recorded source starts from the beginning each time, so its key is random. With a live source the key depends
    /// on the configuration: the run is resumed only while the configuration is the same.
    private static func resumeKey(_ configuration: RunConfiguration, _ overrides: [String]) throws(ConfigurationError)
        -> String
    {
        guard let source = configuration.source, !source.isRecorded else {
            return String(UInt64.random(in: 1...UInt64.max), radix: 36)
        }
        var bytes = try TextFile.bytes(configuration.file)
        if let route = configuration.route { bytes += try TextFile.bytes(route.path) }
        bytes += overrides.joined(separator: "\n").utf8
        // The hash only has to reveal a change.
        return String(FNVHash.of(bytes), radix: 36)
    }
}

extension BusEndpoints {
    /// The endpoints of the configuration, else sockets in the run folder.
    init(_ bus: RunConfiguration.BusSettings, folder: RunFolder) {
        if let requests = bus.requestsEndpoint, let events = bus.eventsEndpoint {
            self.init(requests: requests, events: events)
        } else {
            self.init(folder: folder)
        }
    }

    /// The path of the socket to which the bus sends its status; `nil` without a folder.
    fileprivate var statusPath: String? { folder.map { "\($0)/launcher" } }

    /// The folder of the request socket; `nil` if the endpoint is no Unix-domain socket.
    fileprivate var folder: String? {
        let scheme = "ipc://"
        guard requests.hasPrefix(scheme) else { return nil }
        return InstalledFiles.parent(of: String(requests.dropFirst(scheme.count)))
    }
}

extension LoopPlan {
    fileprivate init(
        configuration: RunConfiguration, controlSet: ControlSet, endpoints: BusEndpoints, folder: RunFolder,
        resumeKey: String
    ) {
        self.init(
            endpoints: endpoints, session: configuration.bus.session, cueTimingFactor: configuration.guidance.factor,
            source: configuration.source, controlSettings: controlSet.settings, controlRoles: controlSet.roles,
            journal: configuration.journal, access: configuration.access, maxSessions: configuration.maxSessions,
            passesTimeWithPositions: configuration.passesTimeWithPositions, resumeKey: resumeKey)
        if journal.folder == nil { journal.folder = endpoints.folder.map { "\($0)/journal" } }
    }
}

extension LaunchPlan {
    /// How the process of the bus is started. Its executable is next to `navbus`.
    fileprivate static func bus(
        for source: SourcePlan?, at endpoints: BusEndpoints
    ) throws(ConfigurationError) -> LaunchPlan {
        let name = LaunchedBusProgram.name(for: source)
        guard let executable = LaunchedBusProgram.path(of: name) else {
            let file = LaunchedBusProgram.expectedPath(of: name) ?? name
            throw ConfigurationError(
                file: file, text: "is missing; build or install it beside navbus", isAboutAccess: true)
        }
        return bus(executable, [], at: endpoints)
    }

    /// How the bus of a control is started: by its command `bus`.
    fileprivate static func bus(
        of id: String, in catalog: ControlCatalog, at endpoints: BusEndpoints, file: String
    ) throws(ConfigurationError) -> LaunchPlan {
        let command = "bus"
        guard let entry = catalog.entry(id), entry.manifest.commands[command] != nil else {
            throw ConfigurationError(file: file, text: "has bus.program \"\(id)\", but this control is no bus")
        }
        do {
            return bus(try entry.program(for: command), [command], at: endpoints)
        } catch {
            throw ConfigurationError(file: file, text: "cannot use the bus of \"\(id)\": \(error)", isAboutAccess: true)
        }
    }

    private static func bus(_ executable: String, _ arguments: [String], at endpoints: BusEndpoints) -> LaunchPlan {
        // The bus outlives its launcher for a moment, to end the other processes of the launcher.
        // The bus gets the endpoint with the plan. The variable only helps people who inspect the process.
        var environment = ["NAVBUS_ENDPOINT": endpoints.requests]
        environment[BusEndpoints.statusVariable] = endpoints.statusPath
        return LaunchPlan(
            control: RunController.bus, executable: executable, arguments: arguments, environment: environment,
            restart: .bus, endsWithLauncher: false, isRequired: true)
    }
}
