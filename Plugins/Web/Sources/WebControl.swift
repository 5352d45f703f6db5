import Dashboard
import Glibc
import HTTPServer
import NavigationControl
import NavigationEvents
import Platform

/// Shows the position and the next maneuvers in browsers.
///
/// Each callback passes the dashboard to the thread of the server and never waits for a browser.
struct WebControl: DeviceControl, HandlesCommands, ObservesReports, ObservesStatus {
    /// The page only reacts to a focus: the bus must not count it for other commands.
    static let acceptsCommands = false
    /// The seconds, which are calls of ``onStatus(_:)``, between two checks of the certificate: an address may change.
    private static let checkStatuses = 60
    /// The time for which a fix waits for its guidance, so that both appear together.
    private static let guidanceSeconds = 0.05

    private let settings: WebSettings
    private let access: WebAccess
    private let drives: DriveHandler
    private let context: ControlContext
    private var reporter: Reporter { context.reporter }
    private let printLine: @Sendable (String) -> Void
    private let findPage: @Sendable () throws(WebError) -> PageFolder
    private(set) var dashboard: Dashboard
    private(set) var server: WebServer?
    /// The certificate in use.
    private var identity: TLSIdentity?
    /// The calls of ``onStatus(_:)`` until the certificate is checked.
    private var statusesUntilCheck = Self.checkStatuses
    /// The reason for which the server did not start again with another certificate.
    private var renewalFailure: String?
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
        let warn: @Sendable (String) -> Void = { reporter(.warning, text: $0) }
        drives = DriveHandler(
            bus: context.requests, units: settings.units,
            file: settings.keepPlaces
                ? StateFolder.path(of: "web").map { PlaceFile(path: "\($0)/places.json", warn: warn) } : nil,
            warn: warn)
        self.context = context
        self.findPage = findPage
        self.printLine = printLine
        dashboard = Dashboard(session: context.session)
    }

    mutating func start() throws {
        guard server == nil else { return }
        let folder = try findPage()
        let page = try WebPage(folder)
        do throws(TLSError) {
            identity = try access.certificate?.identity()
        } catch {
            if case .files(let path, _) = access.certificate?.origin {
                throw SettingsError.invalid(key: "certificate", value: "\"\(path)\"", reason: "navbus cannot \(error)")
            }
            throw WebError.certificate(error)
        }
        let socket = try ListenSocket(access.listen)
        let requests = context.requests
        let map = PageMap(MapChoice(settings.map), page: folder) { [reporter] text in reporter(.warning, text: text) }
        let handler = WebRequestHandler(
            settings, access, page: page, map: map, port: socket.port, drives: drives
        ) { fix in
            requests.ask { .position($0, fix) }
        }
        let server = try WebServer(socket, handler: handler, dashboard: dashboard, identity: identity)
        self.server = server
        let url = access.listen.url(port: server.port, isSecure: identity != nil)
        // A program that has read the address may ask for the link.
        keepLink(port: server.port)
        reporter(.note, text: "the page is at \(url)")
        printLine(address(url))
        if let identity { printLine("the SHA-256 fingerprint of its certificate is \(identity.fingerprint)") }
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
        if let path = linkPath { unlink(path) }
    }

    // MARK: - Certificate and link

    private var linkPath: String? {
        context.runFolder.map { PageLink.path(in: $0.path, session: context.session.name) }
    }

    /// Keeps the address for `navbus web phone`.
    private func keepLink(port: UInt16) {
        guard let path = linkPath else { return }
        let link = PageLink(
            processID: getpid(), listen: access.listen.text, port: port, token: access.token,
            fingerprint: identity?.fingerprint, isCertificateMade: access.certificate?.isMade == true,
            isReceiver: access.isReceiver)
        do throws(FileError) {
            try link.write(path)
        } catch {
            reporter(
                .warning, text: "failed to keep the address for navbus web phone in \(error.path): \(error.reason)")
        }
    }

    /// Starts the server again with another certificate, if the present one must be replaced. Open pages connect again.
    private mutating func renewCertificate() {
        statusesUntilCheck -= 1
        guard statusesUntilCheck <= 0 else { return }
        statusesUntilCheck = Self.checkStatuses
        guard let certificate = access.certificate, let identity, certificate.isDue(identity) else { return }
        do throws(TLSError) {
            guard try certificate.identity() != identity else { return }
        } catch {
            reporter(.warning, text: "failed to \(error)")
            return
        }
        stop()
        do {
            try start()
            reporter(.note, text: "the page has another certificate, for the addresses of this machine")
        } catch {
            renewalFailure = "start the page with another certificate: \(error)"
        }
    }

    var stall: String? {
        if server == nil, let renewalFailure { return "\(renewalFailure); web restarts" }
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

    mutating func onCommand(_ command: ControlCommand) {
        let focus = dashboard.focus
        dashboard.update(command)
        if dashboard.focus != focus { server?.show(dashboard) }
    }

    mutating func onStatus(_ status: BusStatus?) {
        dashboard.update(status, at: .now)
        server?.show(dashboard, within: Self.guidanceSeconds)
        server?.call()
        renewCertificate()
    }
}
