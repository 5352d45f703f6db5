import NavigationControl
import NavigationEvents

/// Answers the route requests of guidance, for every session of the bus.
final class RouterControl: DeviceControl {
    private let line: any RouterLine
    private let office: RouterOffice
    private let client: any WebClient

    init(_ context: ControlContext, client: (any WebClient)? = nil) throws {
        let settings = try RouterSettings(context.settings)
        let key = try RouterKey.read(file: settings.keyFile)
        line = context.router
        let client = client ?? CurlWebClient(connections: settings.connections)
        self.client = client
        office = RouterOffice(
            finder: RouteFinder(settings: settings, key: key, client: client), line: context.router,
            reporter: context.reporter)
    }

    func start() throws {
        try line.start { [office] session, request in office.take(session, request) }
    }

    func stop() {
        line.stop()
        office.close()
        client.close()
    }

    // Requests come from the events of all sessions over the line; the events of its own session are ignored.
    func onGPS(_ fix: Fix) {}
    func onNavigation(_ info: NavigationInfo, fix: Fix) {}
    func onNavigationStarted(_ route: Route) {}
    func onNavigationStopped() {}
}
