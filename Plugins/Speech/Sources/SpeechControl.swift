import Announcements
import Glibc
import NavigationControl
import NavigationEvents
import Platform
import SpeechEngine

/// The speech control: turns each cue into an announcement, once, and passes it to the voice.
struct SpeechControl: DeviceControl, ObservesReports {
    let settings: SpeechSettings
    let reporter: Reporter
    let memory: ControlMemory
    /// Prints problems that are not reported. The reporter prints warnings and failures itself.
    let complain: @Sendable (String) -> Void
    private let show: @Sendable (String) -> Void
    let mailbox: VoiceMailbox
    var generator: AnnouncementGenerator
    /// Chooses and opens engine and output.
    var maker: VoiceMaker
    /// Reads the book of the settings; `nil` without a book.
    let narrator: Narrator?
    private var watch: BookWatch?
    private var durations: DurationReporter
    /// Whether speech is muted.
    var isMuted = false
    private var thread: VoiceThread?
    private var wasOffRoute = false
    /// The latest event of guidance; `nil` without navigation.
    private(set) var info: NavigationInfo?
    /// The time of the drive.
    private(set) var time = Timestamp(nanosecondsSinceEpoch: .min)

    /// Reads the settings and the string table; opens no device.
    ///
    /// - Parameters:
    ///   - context: The context from the kit.
    ///   - show: Receives each sentence before it is spoken, on the thread of the voice; `nil` prints it.
    ///   - complain: Receives problems that are not reported.
    init(
        _ context: ControlContext,
        show: (@Sendable (String) -> Void)? = nil,
        complain: @escaping @Sendable (String) -> Void = SpeechControl.printError
    ) throws {
        var settings = try SpeechSettings(context.settings)
        let strings = try Self.table(settings)
        // The string table names the voice of the language.
        if settings.voice.isEmpty { settings.voice = strings.voice }
        self.settings = settings
        // If the standard output carries sound, sentences are printed on standard error.
        let isSoundPrinted = settings.output == .stdout
        let printed: @Sendable (String) -> Void = { isSoundPrinted ? SpeechControl.printError($0) : Terminal.line($0) }
        self.show = show ?? printed
        self.complain = complain
        (reporter, memory) = (context.reporter, context.memory)
        generator = AnnouncementGenerator(settings: settings.announcements, strings: strings)
        mailbox = try VoiceMailbox(
            isPaced: settings.output == .sound, pulsesFirstSeconds: settings.pulsesFirstSeconds)
        maker = VoiceMaker(
            settings: settings, reporter: reporter, memory: memory, complain: complain,
            inform: SpeechControl.printError)
        durations = DurationReporter(settings: settings, mailbox: mailbox, requests: context.requests)
        narrator = Self.makeNarrator(settings.book, mailbox, reporter, memory, complain)
    }

    /// Loads the string table.
    ///
    /// - Throws: `SettingsError`, also for an invalid table: the setting names it, and a restart does not help.
    private static func table(_ settings: SpeechSettings) throws -> StringTable {
        do {
            return try SettingsError.fromLanguage {
                try LanguageFolder.ofProgram(setting: settings.languages).table(for: settings.language)
            }
        } catch let error as AnnouncementError {
            throw SettingsError.invalid(key: "language", value: settings.language, reason: "failed to \(error)")
        }
    }

    mutating func start() throws {
        guard thread == nil else { return }
        let (maker, mailbox, reporter, memory) = (maker, mailbox, reporter, memory)
        let dependencies = Voice.Dependencies(
            report: { reporter.utterance($0) }, show: show, recordRendered: { memory.rendered($0) },
            reportsWords: settings.reportWords, leadInSeconds: settings.leadInSeconds)
        do throws(SpeechError) {
            thread = try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
                try maker.makeVoice(mailbox: mailbox, dependencies: dependencies)
            }
        } catch {
            if let fault = settings.settingsError(for: error) { throw fault }
            throw error
        }
        watch = try openBook()
    }

    mutating func stop() {
        watch?.stop()
        watch = nil
        narrator?.stop(reason: .leaving)
        report(mailbox.change { $0.leave() })
        thread?.stop()
        thread = nil
    }

    var stall: String? {
        guard mailbox.isStuck else { return nil }
        return
            "continue speaking: engine or output have hung for \(Int(VoiceMailbox.maxMilliseconds / 1000)) s; "
            + "speech restarts"
    }

    mutating func onGPS(_ fix: Fix) {
        time = fix.time
        report(mailbox.advance(to: fix.time))
        // Pages passed while speech is muted are not read later.
        narrator?.moved(to: fix, isMuted: isMuted)
    }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        self.info = info
        time = fix.time
        durations.advance(along: info)
        if info.isOffRoute, !wasOffRoute { report(mailbox.change { $0.goOffRoute() }) }
        wasOffRoute = info.isOffRoute
        defer { narrator?.moved(along: info, isMuted: isMuted) }
        do throws(AnnouncementError) {
            guard let announcement = try generator.announcement(for: info) else { return }
            // The words for a search for a route have no cue of guidance.
            let cue = info.cue?.reference == announcement.cue ? info.cue : nil
            // An earlier process has announced the cue.
            if let cue, memory.hasRendered(cue, at: fix.time) { return }
            let utterance = Utterance(announcement, at: fix.time, origin: cue, properties: settings.properties)
            report(mailbox.announce(utterance, about: announcement.subject, at: time))
        } catch {
            report(mailbox.take(UtteranceReport(.failed, cue: info.cue?.reference, text: "failed to \(error)")))
        }
    }

    mutating func onNavigationStarted(_ route: Route) {
        generator.navigationStarted(route)
        durations.begin(route, generator: generator)
        narrator?.started(route)
    }

    mutating func onNavigationStopped() {
        info = nil
        generator.navigationStopped()
        durations.end()
        narrator?.stopped()
        report(mailbox.change { $0.stopNavigation() })
    }

    /// Handles the reports of haptic controls, since haptics precede speech.
    mutating func onReport(_ report: ControlReport) { mailbox.handle(report) }

    /// Adds an utterance on request of a person.
    func add(_ utterance: Utterance) {
        report(mailbox.change { $0.add(utterance, at: time) })
    }

    /// Sends the reports of utterances that are not spoken.
    func report(_ reports: [UtteranceReport]) {
        for report in reports { reporter.utterance(report) }
    }

    /// Prints a line on standard error in one write.
    @Sendable static func printError(_ text: String) {
        Terminal.error("navbus-speech: \(text)")
    }
}

extension Reporter {
    /// Sends a report about an utterance.
    func utterance(_ report: UtteranceReport) {
        self(
            report.kind, effect: "utterance", cue: report.cue, text: report.text, range: report.range,
            effectNumber: report.effectNumber,
            requestNumber: report.requestNumber)
    }
}
