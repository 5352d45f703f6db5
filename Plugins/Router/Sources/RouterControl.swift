import NavigationControl
import NavigationEvents

/// Answers what guidance asks for when a route was left, for every session of the bus.
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

    // What is asked stands in the events of all sessions, which come over the line; those of one are no news.
    func onGPS(_ fix: Fix) {}
    func onNavigation(_ info: NavigationInfo, fix: Fix) {}
    func onNavigationStarted(_ route: Route) {}
    func onNavigationStopped() {}
}
