import Announcements
import Glibc
import NavigationControl
import NavigationEvents
import Platform

/// The speech control: turns each cue into an announcement, once, and passes it to the voice.
struct SpeechControl: DeviceControl {
    /// The control receives the reports of haptic controls, since haptics precede speech.
    static let receivesReports = true

    let settings: SpeechSettings
    let dependencies: Voice.Dependencies
    let mailbox: VoiceMailbox
    var generator: AnnouncementGenerator
    /// Chooses and opens engine and output.
    var maker: VoiceMaker
    /// Reads the book of the settings; `nil` without a book.
    let narrator: Narrator?
    private var watch: BookWatch?
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
        let folder = try LanguageFolder.find(
            setting: settings.languages, data: getenv("NAVBUS_DATA").map { String(cString: $0) },
            executable: LanguageFolder.executable)
        let strings = try Self.table(of: folder, settings)
        // The string table names the voice of the language.
        if settings.voice.isEmpty { settings.voice = strings.voice }
        self.settings = settings
        // If the standard output carries sound, sentences are printed on standard error.
        let isSoundPrinted = settings.output == .stdout
        let printed: @Sendable (String) -> Void = { isSoundPrinted ? SpeechControl.printError($0) : Terminal.line($0) }
        dependencies = Voice.Dependencies(
            reporter: context.reporter, show: show ?? printed, complain: complain, memory: context.memory,
            inform: SpeechControl.printError, reportsWords: settings.reportWords,
            leadInSeconds: settings.leadInSeconds)
        generator = AnnouncementGenerator(settings: settings.announcements, strings: strings)
        mailbox = try VoiceMailbox(
            isPaced: settings.output == .sound, pulsesFirstSeconds: settings.pulsesFirstSeconds)
        maker = VoiceMaker(settings: settings)
        narrator = Self.makeNarrator(settings, mailbox: mailbox, dependencies: dependencies)
    }

    /// Loads the string table.
    ///
    /// - Throws: `SettingsError`, also for an invalid table: the setting names it, and a restart does not help.
    private static func table(of folder: LanguageFolder, _ settings: SpeechSettings) throws -> StringTable {
        do {
            return try folder.table(for: settings.language)
        } catch let error as AnnouncementError {
            throw SettingsError.invalid(key: "language", value: settings.language, reason: "failed to \(error)")
        }
    }

    mutating func start() throws {
        guard thread == nil else { return }
        let (maker, mailbox, dependencies) = (maker, mailbox, dependencies)
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
        report(mailbox.change { $0.advance(to: fix.time) })
        // Pages passed while speech is muted are not read later.
        narrator?.moved(to: fix, isHeard: !isMuted)
    }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        self.info = info
        time = fix.time
        if info.isOffRoute, !wasOffRoute { report(mailbox.change { $0.goOffRoute() }) }
        wasOffRoute = info.isOffRoute
        defer { narrator?.moved(along: info, isHeard: !isMuted) }
        do throws(AnnouncementError) {
            guard let announcement = try generator.announcement(for: info) else { return }
            // An earlier process has announced the cue.
            if let cue = info.cue, dependencies.memory.hasRendered(cue, at: fix.time) { return }
            let utterance = Utterance(
                announcement, at: fix.time, origin: info.cue, properties: settings.properties)
            report(mailbox.announce(utterance, about: announcement.subject, at: time))
        } catch {
            report(mailbox.take(QueueNotice(failed: info.cue?.reference, text: "failed to \(error)")))
        }
    }

    mutating func onNavigationStarted(_ route: Route) {
        generator.navigationStarted(route)
        narrator?.started(route)
    }

    mutating func onNavigationStopped() {
        info = nil
        generator.navigationStopped()
        narrator?.stopped()
        report(mailbox.change { $0.stopNavigation() })
    }

    mutating func onReport(_ report: ControlReport) { mailbox.handle(report) }

    /// Adds an utterance on request of a person.
    func add(_ utterance: Utterance) {
        report(mailbox.change { $0.add(utterance, at: time) })
    }

    /// Sends the reports of utterances that are not spoken.
    func report(_ notices: [QueueNotice]) {
        for notice in notices { dependencies.report(notice) }
    }

    /// Prints a line on standard error in one write.
    @Sendable static func printError(_ text: String) {
        Terminal.error("navbus-speech: \(text)")
    }
}
