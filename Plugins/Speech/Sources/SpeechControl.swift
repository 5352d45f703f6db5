import Announcements
import Glibc
import NavigationControl
import NavigationEvents

/// Says the announcements: turns each cue into a sentence, once, and hands it to the voice.
struct SpeechControl: DeviceControl {
    private let settings: SpeechSettings
    private let surroundings: Voice.Surroundings
    private let desk: VoiceDesk
    private var generator: AnnouncementGenerator
    private var thread: VoiceThread?
    private var isAstray = false
    /// Starts the engine, on the voice's thread.
    var makeSynthesizer: @Sendable (SpeechSettings) throws(SpeechError) -> any SpeechSynthesizer = { settings in
        try settings.makeSynthesizer()
    }

    /// Reads the settings and the words of the language; opens no device.
    ///
    /// - Parameters:
    ///   - context: What the kit gives.
    ///   - show: Takes each sentence before it is spoken, on the voice's thread.
    ///   - complain: Takes what goes wrong.
    init(
        _ context: ControlContext,
        show: @escaping @Sendable (String) -> Void = { print($0) },
        complain: @escaping @Sendable (String) -> Void = SpeechControl.printError
    ) throws {
        settings = try SpeechSettings(context.settings)
        surroundings = Voice.Surroundings(
            reporter: context.reporter, show: show, complain: complain, memory: context.memory)
        let folder = try LanguageFolder.find(
            setting: settings.languagesFolder, data: getenv("NAVBUS_DATA").map { String(cString: $0) },
            executable: LanguageFolder.executable)
        let strings = try folder.table(for: settings.language)
        generator = AnnouncementGenerator(settings: settings.announcements, strings: strings)
        desk = try VoiceDesk(isPaced: settings.output == .sound)
    }

    mutating func start() throws {
        guard thread == nil else { return }
        if settings.output == .sound { PulseSink.setRole() }
        let (settings, desk, surroundings, makeSynthesizer) = (settings, desk, surroundings, makeSynthesizer)
        thread = try VoiceThread(desk: desk) { () throws(SpeechError) in
            try Voice(
                desk: desk, synthesizer: makeSynthesizer(settings),
                sink: settings.makeSink(isContinued: surroundings.memory.isInherited),
                surroundings: surroundings)
        }
    }

    mutating func stop() {
        tell(desk.change { $0.stopNavigation() })
        thread?.stop()
        thread = nil
    }

    mutating func onGPS(_ fix: Fix) {
        tell(desk.change { $0.advance(to: fix.time) })
    }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        if info.isOffRoute, !isAstray { tell(desk.change { $0.leaveRoute() }) }
        isAstray = info.isOffRoute
        do throws(AnnouncementError) {
            guard let announcement = try generator.announcement(for: info) else { return }
            // Said before this process was started.
            if let cue = info.cue, surroundings.memory.hasRendered(cue, at: fix.time) { return }
            let utterance = Utterance(
                announcement, at: fix.time, origin: info.cue, properties: settings.properties)
            tell(desk.change { $0.add(utterance, at: fix.time) })
        } catch {
            surroundings.complain("failed to \(error)")
            tell(desk.take(Notice(failed: info.cue?.reference, text: "failed to \(error)")))
        }
    }

    mutating func onNavigationStarted(_ route: Route) {}

    mutating func onNavigationStopped() {
        generator.navigationStopped()
        tell(desk.change { $0.stopNavigation() })
    }

    /// Prints a line on standard error, in one piece.
    @Sendable static func printError(_ text: String) {
        let line = Array("navbus-speech: \(text)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private func tell(_ notices: [Notice]) {
        for notice in notices { surroundings.tell(notice) }
    }
}

extension SpeechSettings {
    /// Starts the engine; call on the voice's thread.
    func makeSynthesizer() throws(SpeechError) -> any SpeechSynthesizer {
        switch output {
        case .none: SilentSynthesizer()
        case .wav, .sound: try EspeakSynthesizer(voice: voice.isEmpty ? language : voice)
        }
    }

    /// The sink of the output, not yet open.
    ///
    /// - Parameter isContinued: Whether a process before this one has begun the sound file.
    func makeSink(isContinued: Bool) -> any AudioSink {
        switch output {
        case .none: SilentSink()
        case .wav: WAVSink(path: file, isContinued: isContinued)
        case .sound: PulseSink()
        }
    }
}
