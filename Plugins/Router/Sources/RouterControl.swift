import NavigationControl
import NavigationEvents
import Regions

/// Answers the route requests of guidance, for every session of the bus.
final class RouterControl: DeviceControl {
    private let line: any RouterChannel
    private let handler: RouteRequestHandler
    private let client: any HTTPClient
    private let regions: RegionServers

    init(_ context: ControlContext, client: (any HTTPClient)? = nil) throws {
        let settings = try RouterSettings(context.settings)
        let key = try RouterKey.read(file: settings.keyFile)
        line = context.router
        let client = client ?? CurlHTTPClient(connections: settings.connections)
        self.client = client
        let regions = RegionServers { [reporter = context.reporter] text in reporter(.warning, text: text) }
        self.regions = regions
        handler = RouteRequestHandler(
            finder: RouteFinder(settings: settings, key: key, client: client, regions: regions), line: context.router,
            reporter: context.reporter, regions: settings.landmarks ? .ofThisProcess : nil)
    }

    func start() throws {
        try line.start { [handler] session, request in handler.take(session, request) }
    }

    func stop() {
        line.stop()
        handler.close()
        client.close()
        regions.close()
    }

    // Requests come from the events of all sessions over the line; the events of its own session are ignored.
    func onGPS(_ fix: Fix) {}
    func onNavigation(_ info: NavigationInfo, fix: Fix) {}
    func onNavigationStarted(_ route: Route) {}
    func onNavigationStopped() {}
}
