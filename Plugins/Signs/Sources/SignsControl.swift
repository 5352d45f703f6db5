import NavigationControl
import NavigationEvents
import Pictures

/// Shows the next maneuver as a picture, and as a line of text.
struct SignsControl: DeviceControl {
    static let effect = "sign"

    private var display: any SignDisplay
    private var album: SignAlbum?
    private var cache: SignCache
    private let report: Reporter
    private let memory: ControlMemory
    private let print: (String) -> Void
    private var choice = SignChoice()
    private var seen: Seen?
    private var files: SignFiles?
    private var lastFailure: SignsError?

    init(_ context: ControlContext) throws {
        let settings = try SignsSettings(context.settings)
        self.init(
            style: settings.style, display: SignFolder(path: settings.folder),
            album: settings.album.isEmpty ? nil : SignAlbum(path: settings.album), reporter: context.reporter,
            memory: context.memory, print: { Swift.print($0) })
    }

    init(
        style: PictureStyle, display: any SignDisplay, album: SignAlbum? = nil, reporter: Reporter,
        memory: ControlMemory = ControlMemory(), print: @escaping (String) -> Void
    ) {
        self.display = display
        self.album = album
        self.print = print
        cache = SignCache(style: style)
        report = reporter
        self.memory = memory
    }

    mutating func start() throws {
        try display.open()
        // Only an album asks: without one there is nothing to go on with.
        let isContinued = album != nil && memory.isInherited
        try album?.open(isContinued: isContinued)
        try show(nil)
    }

    mutating func stop() {
        perform(choice.clear(), cue: nil)
    }

    mutating func onGPS(_ fix: Fix) {}

    mutating func onNavigationStarted(_ route: Route) {}

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        let cue = info.cue.flatMap { $0.stepNumber == info.currentStep?.number ? $0.reference : nil }
        perform(choice.update(info), cue: cue)
    }

    mutating func onNavigationStopped() {
        perform(choice.clear(), cue: nil)
    }

    private mutating func perform(_ action: SignChoice.Action, cue: CueReference?) {
        switch action {
        case .keep:
            // What could not be written is tried again with every event: the disk may have room by now.
            if lastFailure != nil { draw(seen?.sign) }
        case .show(let step, let distanceMeters):
            end()
            let next = Seen(
                sign: Sign(step), line: SignLine(step: step, distanceMeters: distanceMeters).text, cue: cue)
            print(next.line)
            draw(next.sign)
            keep(next.sign)
            report(.began, effect: Self.effect, cue: cue, text: next.line)
            seen = next
        case .clear:
            end()
            draw(nil)
        }
    }

    private mutating func keep(_ sign: Sign) {
        do {
            try album?.add(cache.files(sign))
        } catch {
            report(.warning, effect: Self.effect, text: "failed to \(error)")
        }
    }

    private mutating func end() {
        guard let last = seen else { return }
        report(.ended, effect: Self.effect, cue: last.cue, text: last.line)
        seen = nil
    }

    private mutating func draw(_ sign: Sign?) {
        do {
            try show(sign)
            lastFailure = nil
        } catch {
            if error != lastFailure { report(.failed, effect: Self.effect, text: "failed to \(error)") }
            lastFailure = error
        }
    }

    private mutating func show(_ sign: Sign?) throws(SignsError) {
        let next = try cache.files(sign)
        guard next != files else { return }
        // Half a change may have reached the folder when this fails; then the next one is written whatever it is.
        files = nil
        try display.show(next)
        files = next
    }
}

/// The sign that is seen.
private struct Seen {
    var sign: Sign
    var line: String
    var cue: CueReference?
}
