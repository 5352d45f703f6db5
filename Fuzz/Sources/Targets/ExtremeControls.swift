import Foundation

@testable import Announcements
@testable import Dashboard
@testable import Guidance
@testable import HapticDevices
@testable import Haptics
@testable import Lanes
@testable import NavigationControl
@testable import NavigationEvents
@testable import Pictures
@testable import Router
@testable import Signs
@testable import Speech
@testable import SpeechEngine
@testable import Watch
@testable import Web

/// The decisions of every control, without devices.
struct ExtremeControls {
    private var haptics: HapticsControl
    private var console = ExtremeConsole()
    private var signs: SignsControl
    private var lanes: LanesControl
    private var speech = ExtremeSpeech()
    private var screens: ExtremeScreens

    /// - Parameter isSteered: whether haptics also steers by the compass.
    init(isSteered: Bool) throws(FuzzFinding) {
        var settings = HapticsSettings()
        settings.mode = isSteered ? .both : .turns
        haptics = HapticsControl(settings: settings, actuator: DiscardingActuator(), reporter: .silent)
        do throws(SettingsError) {
            signs = try SignsControl(SignsSettings(), displays: [], reporter: .silent) { _ in }
            lanes = try LanesControl(LanesSettings(), displays: [], reporter: .silent) { _ in }
        } catch {
            throw FuzzFinding("failed to \(error)")
        }
        screens = ExtremeScreens()
    }

    mutating func take(_ envelope: Envelope, _ script: inout ExtremeScript) throws(FuzzFinding) {
        // Drawing takes a hundred times as long as all other work.
        let isDrawn = script.script.isOver || script.integer(1) & 7 == 0
        switch envelope.event {
        case .gps(let fix):
            haptics.onGPS(fix)
            console.take(fix)
            speech.take(fix)
        case .navigation(let info):
            haptics.onNavigation(info, fix: info.fix)
            console.take(info)
            if isDrawn {
                signs.onNavigation(info, fix: info.fix)
                lanes.onNavigation(info, fix: info.fix)
            }
            speech.take(info)
            if let question = info.rerouting?.request { Self.ask(question) }
        case .navigationStarted(let route):
            haptics.onNavigationStarted(route)
            console.take(route)
            speech.take(route)
        case .navigationStopped:
            haptics.onNavigationStopped()
            signs.onNavigationStopped()
            lanes.onNavigationStopped()
            speech.stop()
        case .control: break
        case .command(let command): haptics.onCommand(command)
        case .heading(let heading): haptics.onHeading(heading)
        }
        if script.integer(1) & 15 == 0 { haptics.onSilence() }
        try screens.take(envelope.event, script.integer(1) & 15 == 0 ? script.status() : nil, isDrawn: isDrawn)
        Self.ask(script.question())
    }

    /// The requests of the router to each engine.
    private static func ask(_ question: RouteRequest) {
        for engine in [Engine.valhalla, .osrm, .mapbox, .graphhopper] {
            let settings = RouterSettings().settings(at: "http://router.test")
            var search = try? RouteExchange(question, settings: settings, engine: engine, key: nil)
            _ = search?.begin()
        }
    }
}

/// The output of speech: announcements, their queue, and a tour.
private struct ExtremeSpeech {
    private static let strings: StringTable? = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try? StringTable(contentsOf: root.appending(path: "Plugins/Speech/Languages/en.toml").path)
    }()

    private var generator = ExtremeSpeech.strings.map { AnnouncementGenerator(strings: $0) }
    private var queue = UtteranceQueue(isPaced: true)
    private var tour = Tour()

    mutating func take(_ fix: Fix) {
        _ = queue.advance(to: fix.time)
        _ = tour.moved(to: fix, in: Self.book)
    }

    mutating func take(_ info: NavigationInfo) {
        _ = tour.moved(along: info, in: Self.book)
        guard let announcement = try? generator?.announcement(for: info) else { return }
        _ = queue.add(
            Utterance(announcement, at: info.fix.time, origin: info.cue, properties: UtteranceProperties()),
            at: info.fix.time)
        _ = queue.advance(to: info.fix.time)
        if queue.next() != nil { _ = queue.finish(isComplete: true) }
    }

    mutating func take(_ route: Route) { tour.started(route) }

    mutating func stop() {
        _ = queue.stopNavigation()
        tour.stopped()
    }

    private static let book = Book(
        pages: [
            BookPage(number: 1, place: .distance(meters: 300)),
            BookPage(number: 2, place: .circle(latitudeDegrees: 49.41, longitudeDegrees: 8.68, radiusMeters: 50)),
        ])
}

/// The state of the dashboard on a terminal and on the page.
private struct ExtremeScreens {
    private var dashboard = Dashboard()
    private var renderer = DashboardRenderer(options: RenderOptions(units: .metric))
    private var lines = DashboardLines(options: RenderOptions(units: .us))
    private var page = (try? WebSettings(Settings([:]))).map { StateWriter($0) }
    private var seconds = 0.0

    mutating func take(_ event: Event, _ status: BusStatus?, isDrawn: Bool) throws(FuzzFinding) {
        seconds += 0.1
        let time = if case .gps(let fix) = event { fix.time } else { Samples.fix.time }
        let now = Moment(seconds: seconds, time: time)
        switch event {
        case .gps(let fix): dashboard.update(fix, at: now)
        case .navigation(let info): dashboard.update(info, at: now)
        case .navigationStarted(let route): dashboard.update(route, at: now)
        case .navigationStopped: dashboard.stopNavigation(at: now)
        case .control(let report): dashboard.update(report, at: now)
        case .command, .heading: break
        }
        if let status { dashboard.update(status, at: now) }
        guard isDrawn else { return }
        _ = renderer.frame(dashboard, columns: 80, rows: 24, at: now)
        _ = lines.lines(dashboard, at: now)
        if let bytes = page?.bytes(dashboard, at: now) { try JSONCheck.check(bytes) }
        if let route = dashboard.route { try JSONCheck.check(PageRouteLine.bytes(route)) }
    }
}

private struct DiscardingActuator: HapticActuator {
    // The default of a package protocol is not visible in the package of the fuzzer.
    var stall: String? { nil }

    func open(isContinued: Bool) {}
    func play(_ command: HapticCommand) {
        for pulse in command.pulses {
            _ = UARTLine.vibrate(Vibration(pulse, relativeBearingDegrees: command.relativeBearingDegrees, on: .ring(8)))
        }
        _ = PulseLine(command: command).text
    }
    func cancel() {}
    func close() {}
}
