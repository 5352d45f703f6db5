import EventBus
import Glibc
import Guidance
import NavigationControl
import NavigationEvents
import Positions
import Supervisor

/// A bus with its source, its route and its controls, from the first socket to the last child.
struct BusRun {
    /// How long the drive waits for the controls to be ready before it starts without the missing ones.
    static let readinessPatience: Duration = .seconds(5)

    let profile: Profile
    let lineup: ControlLineup
    let route: Route?
    let source: (any PositionSource)?
    let endpoints: BusEndpoints
    /// Shows people what the controls write and how they fare.
    let screen: any RunScreen
    /// Processes that follow the run besides its controls.
    var companions: [LaunchPlan] = []

    /// Settles everything a configuration file says before anything is opened.
    init(configuration file: String, options: RunOptions, screen: any RunScreen) throws {
        let catalog = ControlCatalog.discover()
        // A control that seems to be missing may have a broken manifest.
        for problem in catalog.problems { Output.error("\(Style.error.yellow("warning:")) \(problem)") }
        var profile = try ProfileReader(file: file, knownControls: catalog.entries.map(\.manifest.id)).profile()
        if let speed = options.speed { profile.source?.pace = speed }
        let overrides = try options.overrides.map { text throws(ConfigurationError) in try SettingOverride(text) }
        lineup = try ControlLineup(profile: profile, catalog: catalog, overrides: overrides)
        route = try profile.route.map {
            try RouteFile.read($0.path, provider: $0.provider, alternative: $0.alternative)
        }
        source = try profile.source?.makeSource(route: route, file: file)
        endpoints = BusEndpoints(profile.bus, runFolder: options.runFolder)
        self.profile = profile
        self.screen = screen
    }

    /// Runs until the recording ends or a signal comes.
    func run() async throws {
        // Whoever reads our lines may go; the drive goes on.
        signal(SIGPIPE, SIG_IGN)
        let interrupts = Interrupts()
        defer { interrupts.cancel() }
        let conductor = try await Conductor(run: self)
        let guiding = Task { await conductor.guide() }
        let listening = Task {
            var isFirst = true
            for await _ in interrupts.signals {
                // Who asks a second time does not want to wait for controls that take their time.
                if isFirst { guiding.cancel() } else { await conductor.hasten() }
                isFirst = false
            }
        }
        await guiding.value
        await conductor.end()
        listening.cancel()
        if let failure = await conductor.failure { throw failure }
    }
}

extension BusEndpoints {
    /// The endpoints a profile names, else sockets in the run folder.
    init(_ bus: Profile.BusSettings, runFolder: String?) {
        if let requests = bus.requestsEndpoint, let events = bus.eventsEndpoint {
            self.init(requests: requests, events: events)
        } else {
            self.init(folder: runFolder.map { RunFolder(path: PathResolver.absolute($0)) } ?? .standard)
        }
    }
}
