import NavigationControl
import NavigationEvents
import PictureOutput
import Pictures
import Platform

/// Shows the next maneuver as a picture, as JSON, and as a line of text.
struct SignsControl: DeviceControl, HandlesSilence {
    static let effect = "sign"

    private let renderer: SignRenderer
    private var album: PictureAlbum?
    private let report: Reporter
    private let printLine: (String) -> Void
    private let isFontNeeded: Bool
    private var choice = SignChoice()
    private var distance = SignDistance()
    private var seen: SignScene?
    private var effect: PictureEffect

    init(_ context: ControlContext) throws {
        try self.init(
            try SignsSettings(context.settings), reporter: context.reporter, memory: context.memory,
            print: { Terminal.line($0) })
    }

    /// - Parameters:
    ///   - settings: The settings of the control.
    ///   - displays: The displays of the signs; `nil` for those of the settings.
    ///   - reporter: Receives the reports.
    ///   - memory: Survives the process, for the album.
    ///   - print: Prints a line.
    /// - Throws: ``SettingsError`` for invalid settings of the picture.
    init(
        _ settings: SignsSettings, displays: [any PictureDisplay]? = nil, reporter: Reporter,
        memory: ControlMemory = ControlMemory(), print: @escaping (String) -> Void
    ) throws(SettingsError) {
        let pictureSettings = try settings.pictures()
        renderer = SignRenderer(settings, texts: try settings.texts(), theme: pictureSettings.style.theme)
        let pictures = PictureFiles(pictureSettings.style)
        album =
            settings.album.isEmpty ? nil : PictureAlbum(path: settings.album, pictures: pictures, memory: memory)
        effect = PictureEffect(
            Self.effect, blank: renderer.blank, settings: pictureSettings,
            displays: displays
                ?? pictureSettings.displays("next", unused: renderer.unusedCompanions, pictures: pictures),
            pictures: pictures, reporter: reporter)
        isFontNeeded = renderer.hasTexts
        report = reporter
        printLine = print
    }

    mutating func start() throws {
        try effect.open()
        // Only the album continues the work of a previous process.
        try album?.open()
        guard isFontNeeded, !SignCaption.hasFont else { return }
        report(.warning, text: "signs have no text without a font; install one, such as fonts-dejavu-core")
    }

    mutating func stop() { perform(choice.clear()) }

    /// Removes the sign, because the position is unknown and the maneuver may already be passed. The next event shows
    /// it again.
    mutating func onSilence() { perform(choice.clear()) }

    mutating func onGPS(_ fix: Fix) {}

    mutating func onNavigationStarted(_ route: Route) {}

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) { perform(choice.update(info), info) }

    mutating func onNavigationStopped() {
        perform(choice.clear())
        album?.endDrive()
    }

    private mutating func perform(_ action: SignChoice.Action, _ info: NavigationInfo? = nil) {
        switch action {
        case .clear:
            effect.end()
            seen = nil
        case .keep:
            // Most fixes change nothing, and nothing is drawn.
            guard let scene = info.flatMap({ scene($0, isNew: false) }), scene != seen else { return effect.repair() }
            effect.change { renderer.content(scene, number: $0) }
            seen = scene
        case .show:
            guard let info, let scene = scene(info, isNew: true) else { return }
            let line = SignLine(step: scene.step, distanceMeters: info.toManeuver?.distanceMeters).text.displayable
            printLine(line)
            effect.begin(text: line, cue: info.cueRendered(with: scene.step)) { renderer.content(scene, number: $0) }
            keep(scene)
            seen = scene
        }
    }

    /// The scene of an event. Without a drawn distance, the distance at the first showing of the sign stays.
    private mutating func scene(_ info: NavigationInfo, isNew: Bool) -> SignScene? {
        if isNew { distance = SignDistance() }
        if isNew || renderer.showsDistance { distance.update(info.toManeuver?.distanceMeters) }
        return SignScene(info, distanceMeters: distance.meters)
    }

    private mutating func keep(_ scene: SignScene) {
        do {
            try album?.add(renderer.picture(scene), step: scene.step.number, of: scene.routeID)
        } catch {
            report(.warning, effect: Self.effect, text: "failed to \(error)")
        }
    }
}
