import Dashboard
import HTTPServer
import NavigationControl
import NavigationEvents
import Platform

/// Shows the position and the next maneuvers in browsers.
///
/// Each callback passes the dashboard to the thread of the server and never waits for a browser.
struct WebControl: DeviceControl, ObservesReports, ObservesStatus {
    /// The time for which a fix waits for its guidance, so that both appear together.
    private static let guidanceSeconds = 0.05

    private let settings: WebSettings
    private let access: WebAccess
    private let reporter: Reporter
    private let printLine: @Sendable (String) -> Void
    private let findPage: @Sendable () throws(WebError) -> PageFolder
    private(set) var dashboard: Dashboard
    private(set) var server: WebServer?
    private var isNavigating = false

    /// Reads the settings; opens no port.
    ///
    /// - Parameters:
    ///   - context: The context of the kit.
    ///   - findPage: Finds the folder of the page.
    ///   - printLine: Prints the line with the address.
    init(
        _ context: ControlContext,
        findPage: @escaping @Sendable () throws(WebError) -> PageFolder = PageFolder.ofProgram,
        printLine: @escaping @Sendable (String) -> Void = { Terminal.line($0) }
    ) throws(SettingsError) {
        let reporter = context.reporter
        settings = try WebSettings(context.settings)
        access = try WebAccess(settings) {
            TokenFile("web", in: context.runFolder, context.session).token {
                reporter(.warning, text: "failed to \($0)")
            }
        }
        self.reporter = reporter
        self.findPage = findPage
        self.printLine = printLine
        dashboard = Dashboard(session: context.session)
    }

    mutating func start() throws {
        guard server == nil else { return }
        let page = try WebPage(try findPage())
        let socket = try ListenSocket(access.listen)
        let handler = WebRequestHandler(settings, access, page: page, port: socket.port)
        let server = try WebServer(socket, handler: handler, dashboard: dashboard)
        self.server = server
        let url = access.listen.url(port: server.port)
        reporter(.note, text: "the page is at \(url)")
        printLine(address(url))
        if access.token == nil {
            reporter(
                .warning,
                text:
                    "every user of this machine sees the page, because web.token is \"\(WebAccess.noToken)\"; "
                    + "leave it empty to create a token")
        }
    }

    /// The line for people, with a created token. Reports never contain the token, because all peers receive them.
    private func address(_ url: String) -> String {
        guard let token = access.token, access.isTokenMade else { return url }
        return "\(url)?token=\(token)"
    }

    mutating func stop() {
        server?.stop()
        server = nil
    }

    var stall: String? {
        guard server?.isHung == true else { return nil }
        return
            "answer browsers: the thread of the server has hung for \(DashboardMailbox.maxUnansweredCalls) s; "
            + "web restarts"
    }

    mutating func onGPS(_ fix: Fix) {
        dashboard.update(fix, at: .now)
        server?.show(dashboard, within: isNavigating ? Self.guidanceSeconds : 0)
    }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        isNavigating = true
        dashboard.update(info, at: .now)
        server?.show(dashboard)
    }

    mutating func onNavigationStarted(_ route: Route) {
        isNavigating = true
        dashboard.update(route, at: .now)
        server?.show(dashboard)
    }

    mutating func onNavigationStopped() {
        isNavigating = false
        dashboard.stopNavigation(at: .now)
        server?.show(dashboard)
    }

    mutating func onReport(_ report: ControlReport) {
        dashboard.update(report, at: .now)
        server?.show(dashboard)
    }

    mutating func onStatus(_ status: BusStatus?) {
        dashboard.update(status, at: .now)
        server?.show(dashboard, within: Self.guidanceSeconds)
        server?.call()
    }
}
