import Glibc
import Platform

/// speech-dispatcher, the speech service of desktops. It is engine and output in one, since it plays its own sound.
///
/// It has no media role, so a sound server does not turn down other sound for it. Its priorities interrupt the speech
/// of other programs.
package final class SpeechDispatcher: SpeechSynthesizer, AudioSink {
    package let sampleRate = 22_050
    package let isOptional = true
    package let isPaced = true
    package let name = "speech-dispatcher"

    /// The interval at which it checks for an interruption while it waits for an event.
    private static let pollMilliseconds = 15.0
    /// The maximum wait for the next event of a message; no sentence is longer.
    private static let timeoutMilliseconds = 120_000.0
    private static let cancelMilliseconds = 1000.0

    private let path: String
    private let language: String
    /// Whether the service may be started if it does not run.
    private let mayStart: Bool
    private var connection: SSIPConnection?
    /// The number of the current message.
    private var message: Int?
    /// Whether the message was cancelled for a pause.
    private var isHeld = false
    /// The values of the last settings, so that no setting is sent twice.
    private var asked: [String: String] = [:]

    /// Creates the engine; connects later.
    ///
    /// - Parameters:
    ///   - language: The language tag of utterances without a voice.
    ///   - address: The address of the service, as in `SPEECHD_ADDRESS`; `nil` for that of the session.
    package init(language: String, address: String? = nil) {
        self.language = language
        let standard = SpeechDispatcher.standardPath
        mayStart = address == nil
        path =
            address.map { $0.hasPrefix("unix_socket:") ? String($0.dropFirst("unix_socket:".count)) : $0 } ?? standard
    }

    private static var standardPath: String {
        let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/run/user/\(getuid())"
        return folder + "/speech-dispatcher/speechd.sock"
    }

    package func open(sampleRate: Int) throws(SpeechError) { try prepare() }

    package func prepare() throws(SpeechError) {
        if let connection {
            do throws(SpeechError) {
                // A command shows whether the service still runs.
                try connection.command("SET SELF SSML_MODE ON")
                return
            } catch {
                drop()
            }
        }
        let made = try connected()
        try made.command("SET SELF CLIENT_NAME \(Self.user):navbus:speech")
        try made.command("SET SELF NOTIFICATION ALL ON")
        try made.command("SET SELF SSML_MODE ON")
        connection = made
    }

    package func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) throws(SpeechError) {
        guard let connection else { throw .dispatcher(reason: "there is no connection") }
        do throws(SpeechError) {
            guard utterance.properties.voice.isEmpty || SSIPProperties.isLanguage(utterance.properties.voice) else {
                throw .noVoice(tag: utterance.properties.voice)
            }
            for (name, value) in SSIPProperties(utterance, language: language).values where asked[name] != value {
                try connection.command("SET SELF \(name) \(value)")
                asked[name] = value
            }
            defer { message = nil }
            var rest = utterance
            // A pause cancels the message; the rest continues with the word at which it was paused.
            let whole = try marked(rest)
            if !whole.omitted.isEmpty { receiver.omit(whole.omitted) }
            while let word = try follow(try connection.speak(marked(rest).ssml), connection, receiver) {
                rest.startOffset = utterance.properties.isSSML ? utterance.startOffset : word
            }
        } catch {
            if error.isAboutSound { drop() }
            throw error
        }
    }

    private func marked(_ utterance: Utterance) throws(SpeechError) -> MarkedText {
        do throws(SSMLError) {
            return try MarkedText(utterance)
        } catch {
            throw .markup(error)
        }
    }

    /// Waits for the end of a message. After a pause it returns the offset in the text at which to continue; otherwise
    /// `nil`.
    private func follow(
        _ number: Int, _ connection: SSIPConnection, _ receiver: some SampleReceiver
    ) throws(SpeechError) -> Int? {
        message = number
        isHeld = false
        var reached = 0
        var end = (MonotonicInstant.now.seconds * 1000) + Self.timeoutMilliseconds
        while (MonotonicInstant.now.seconds * 1000) < end {
            guard receiver.receive(UnsafeBufferPointer(start: nil, count: 0)) else {
                try cancel()
                return nil
            }
            guard let event = try connection.event(of: number, withinMilliseconds: Self.pollMilliseconds) else {
                continue
            }
            end = (MonotonicInstant.now.seconds * 1000) + Self.timeoutMilliseconds
            switch event {
            case .ended: return nil
            case .cancelled:
                guard isHeld else { throw .displaced }
                return reached
            case .mark(let name):
                guard let range = MarkedText.range(of: name) else { continue }
                reached = range.lowerBound
                receiver.reach(range, atSample: 0)
            case .began, .other: break
            }
        }
        throw .dispatcher(reason: "it does not report the end of a sentence")
    }

    private func cancel() throws(SpeechError) {
        guard let connection, let number = message else { return }
        try connection.command("CANCEL SELF")
        let end = (MonotonicInstant.now.seconds * 1000) + Self.cancelMilliseconds
        while (MonotonicInstant.now.seconds * 1000) < end {
            let event = try connection.event(
                of: number, withinMilliseconds: end - (MonotonicInstant.now.seconds * 1000))
            if event == .cancelled || event == .ended { return }
        }
    }

    package func hold(_ isHeld: Bool) throws(SpeechError) {
        guard isHeld else { return }
        self.isHeld = true
        try connection?.command("CANCEL SELF")
    }

    // The service plays the sound itself, so it has ended when `synthesize` returns.
    package func write(_ samples: UnsafeBufferPointer<Int16>, isInterrupted: () -> Bool) -> Int { samples.count }
    package func endSentence(isCut: (Int32) -> Bool) {}
    package func abandonSentence() throws(SpeechError) {}
    package func rest() {}
    package func close() { drop() }

    private func drop() {
        connection = nil
        asked = [:]
    }

    private func connected() throws(SpeechError) -> SSIPConnection {
        do throws(SpeechError) {
            return try SSIPConnection(path: path)
        } catch {
            guard mayStart, Self.start() else { throw error }
            return try SSIPConnection(path: path)
        }
    }

    /// Starts the service like its own library does; returns when the service listens.
    private static func start() -> Bool {
        var processID: pid_t = 0
        let words: [UnsafeMutablePointer<CChar>?] = [strdup("speech-dispatcher"), strdup("--spawn"), nil]
        defer { for word in words { free(word) } }
        guard posix_spawnp(&processID, "speech-dispatcher", nil, nil, words, environ) == 0 else { return false }
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        return status == 0
    }

    private static var user: String { getenv("USER").map { String(cString: $0) } ?? "\(getuid())" }
}
