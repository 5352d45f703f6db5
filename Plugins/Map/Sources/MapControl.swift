import Dashboard
import Maps
import NavigationControl
import NavigationEvents
import PictureOutput
import Pictures

/// Draws the map around the vehicle, with the route and the direction of travel up, into a file and on a panel.
struct MapControl: DeviceControl, HandlesSilence {
    static let effect = "map"

    private let settings: MapSettings
    private let size: PanelSize
    private let theme: MapTheme
    private let report: Reporter
    private let clock: () -> Moment
    private var renderer: MapRenderer
    private var dashboard: Dashboard
    private var outputs: MapOutputs
    private var drawnAt: Moment?

    init(_ context: ControlContext) throws {
        try self.init(try MapSettings(context.settings), session: context.session, reporter: context.reporter)
    }

    /// - Parameters:
    ///   - settings: The settings of the control.
    ///   - session: The session whose vehicle is shown.
    ///   - reporter: Receives the reports.
    ///   - clock: The present time.
    /// - Throws: ``SettingsError`` for an invalid setting and for a map that cannot be read.
    init(
        _ settings: MapSettings, session: Session = .main, reporter: Reporter, clock: @escaping () -> Moment = { .now }
    ) throws(SettingsError) {
        self.settings = settings
        size = try settings.panelSize()
        theme = MapTheme.builtIn.first { $0.name == settings.theme.rawValue } ?? .day
        renderer = MapRenderer(tiles: try settings.tiles())
        outputs = MapOutputs(settings, size: size)
        dashboard = Dashboard(session: session)
        report = reporter
        self.clock = clock
    }

    mutating func start() throws { try outputs.open() }

    /// Removes the map: it would be out of date.
    mutating func stop() { outputs.clear() }

    /// Draws the map without the vehicle: its position is unknown.
    mutating func onSilence() {
        let now = clock()
        dashboard.tick(at: now)
        draw(at: now)
    }

    mutating func onGPS(_ fix: Fix) {
        // With an active route, guidance follows each fix immediately: one picture for both is enough.
        let isDrawn = !dashboard.isNavigating
        change { $0.update(fix, at: $1) }
        if isDrawn { drawIfDue() }
    }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        change { $0.update(info, at: $1) }
        drawIfDue()
    }

    mutating func onNavigationStarted(_ route: Route) {
        change { $0.update(route, at: $1) }
        draw(at: clock())
    }

    mutating func onNavigationStopped() {
        change { $0.stopNavigation(at: $1) }
        draw(at: clock())
    }

    private mutating func change(_ change: (inout Dashboard, Moment) -> Void) {
        let now = clock()
        change(&dashboard, now)
        dashboard.tick(at: now)
    }

    private mutating func drawIfDue() {
        let now = clock()
        // A receiver with one fix a second is a little early now and then.
        if let drawnAt, now.seconds(since: drawnAt) < settings.pauseSeconds * 0.9 { return }
        draw(at: now)
    }

    private mutating func draw(at now: Moment) {
        guard
            let picture = MapPicture(
                dashboard, width: size.width, height: size.height, scale: settings.scale, theme: theme,
                isNorthUp: settings.northUp)
        else { return }
        drawnAt = now
        do throws(DisplayError) {
            try outputs.show(Self.pixels(picture, &renderer))
        } catch {
            fail(error)
        }
    }

    private static func pixels(
        _ picture: MapPicture, _ renderer: inout MapRenderer
    ) throws(DisplayError) -> Pixels {
        do { return try renderer.pixels(picture) } catch { throw .drawing(error) }
    }

    /// Reports the first failure of a row; each event repeats the attempt.
    private mutating func fail(_ error: DisplayError) {
        guard outputs.isNew(error) else { return }
        report(.failed, effect: Self.effect, text: "failed to \(error)")
    }
}
