import NavigationControl
import NavigationEvents
import PictureOutput
import Pictures
import Platform

/// Shows the lanes before the next maneuver, as a picture, a line of text and JSON.
struct LanesControl: DeviceControl, HandlesSilence {
    static let effect = "lanes"

    private let printLine: (String) -> Void
    private let report: Reporter
    private let pens: Pens
    private var album: PictureAlbum?
    private var choice: LaneChoice
    private var effect: PictureEffect

    init(_ context: ControlContext) throws {
        try self.init(
            try LanesSettings(context.settings), reporter: context.reporter, memory: context.memory,
            print: { Terminal.line($0) })
    }

    /// - Parameters:
    ///   - settings: The settings of the control.
    ///   - displays: The displays of the lanes; `nil` for those of the settings.
    ///   - reporter: Receives the reports.
    ///   - memory: Survives the process, for the album.
    ///   - print: Prints a line.
    /// - Throws: ``SettingsError`` for invalid settings of the picture.
    init(
        _ settings: LanesSettings, displays: [any PictureDisplay]? = nil, reporter: Reporter,
        memory: ControlMemory = ControlMemory(), print: @escaping (String) -> Void
    ) throws(SettingsError) {
        printLine = print
        report = reporter
        let pictureSettings = try settings.pictures()
        pens = pictureSettings.style.theme.pens
        choice = LaneChoice(withinMeters: settings.withinMeters)
        let pictures = PictureFiles(pictureSettings.style)
        album =
            settings.album.isEmpty ? nil : PictureAlbum(path: settings.album, pictures: pictures, memory: memory)
        effect = PictureEffect(
            Self.effect, blank: .noLanes, settings: pictureSettings,
            displays: displays ?? pictureSettings.displays(Self.effect, pictures: pictures), pictures: pictures,
            reporter: reporter)
    }

    mutating func start() throws {
        try effect.open()
        // Only the album continues the work of a previous process.
        try album?.open()
    }

    mutating func stop() { perform(choice.clear()) }

    /// Removes the lanes, because the position is unknown and the maneuver may already be passed.
    mutating func onSilence() { perform(choice.clear()) }

    mutating func onGPS(_ fix: Fix) {}

    mutating func onNavigationStarted(_ route: Route) {}

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) { perform(choice.update(info), info) }

    mutating func onNavigationStopped() {
        perform(choice.clear())
        album?.endDrive()
    }

    private mutating func perform(_ action: LaneChoice.Action, _ info: NavigationInfo? = nil) {
        switch action {
        case .keep: effect.repair()
        case .clear: effect.end()
        case .show(let lanes):
            let line = LaneLine(lanes: lanes).text
            printLine(line)
            let step = info?.currentStep
            effect.begin(text: line, cue: info?.cueRendered(with: step)) {
                DisplayContent(lanes, before: step, number: $0, pens: pens)
            }
            if let info, let step { keep(lanes, before: step, of: info.routeID) }
        }
    }

    private mutating func keep(_ lanes: [Lane], before step: Step, of routeID: String) {
        guard let picture = Picture(lanes: lanes, pens: pens) else { return }
        do {
            try album?.add(picture, step: step.number, of: routeID)
        } catch {
            report(.warning, effect: Self.effect, text: "failed to \(error)")
        }
    }
}
